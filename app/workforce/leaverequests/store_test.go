package leaverequests_test

import (
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/workforce/leaverequests"
)

func TestApprovedCondition_is_the_one_of_deputies(t *testing.T) {
	if want := leaverequests.ApprovedCondition("l"); !strings.Contains(auth.ActiveDeputy(1), want) {
		t.Errorf("deputies are active by another condition for approved leave than %s:\n%s", want, auth.ActiveDeputy(1))
	}
}
