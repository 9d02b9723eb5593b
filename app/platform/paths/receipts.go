package paths

import "strconv"

// Receipt returns the address of a receipt of an expense.
func Receipt(expense, receipt int64) string {
	return prefix + "/Expenses/" + strconv.FormatInt(expense, 10) + "/receipts/" + strconv.FormatInt(receipt, 10)
}

// SmallReceipt returns the address of its small picture.
func SmallReceipt(expense, receipt int64) string { return Receipt(expense, receipt) + "?size=small" }
