package tablewriter

import (
	"unicode/utf16"
	"unicode/utf8"
)

// xmlHead begins every part of a workbook.
const xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// The namespaces of ECMA-376.
const (
	mainSpace    = `http://schemas.openxmlformats.org/spreadsheetml/2006/main`
	relSpace     = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	packageSpace = `http://schemas.openxmlformats.org/package/2006/`
	mediaPrefix  = `application/vnd.openxmlformats-officedocument.spreadsheetml.`
)

// parts are the constant files of a workbook: content types, relations, and the cell styles (plain; bold, for the header row;
// dollars; days).
var parts = []struct{ name, text string }{
	{"[Content_Types].xml", xmlHead + `<Types xmlns="` + packageSpace + `content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="` + mediaPrefix + `sheet.main+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="` + mediaPrefix + `worksheet+xml"/>` +
		`<Override PartName="/xl/styles.xml" ContentType="` + mediaPrefix + `styles+xml"/></Types>`},
	{"_rels/.rels", xmlHead + `<Relationships xmlns="` + packageSpace + `relationships">` +
		`<Relationship Id="rId1" Type="` + relSpace + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
	{"xl/workbook.xml", xmlHead + `<workbook xmlns="` + mainSpace + `" xmlns:r="` + relSpace + `">` +
		`<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`},
	{"xl/_rels/workbook.xml.rels", xmlHead + `<Relationships xmlns="` + packageSpace + `relationships">` +
		`<Relationship Id="rId1" Type="` + relSpace + `/worksheet" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="rId2" Type="` + relSpace + `/styles" Target="styles.xml"/></Relationships>`},
	{"xl/styles.xml", xmlHead + `<styleSheet xmlns="` + mainSpace + `">` +
		`<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/></numFmts>` +
		`<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
		`<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
		`<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>` +
		`<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` + // 4: #,##0.00
		`<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>` +
		`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`},
}

// The beginning and the end of the sheet's part: the first row is frozen, and the columns are wide enough for a name.
const (
	sheetBegin = xmlHead + `<worksheet xmlns="` + mainSpace + `">` +
		`<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
		`<cols><col min="1" max="16" width="16" customWidth="1"/></cols><sheetData>`
	sheetEnd = `</sheetData></worksheet>`
)

// appendColumn writes a column's letters: 0 is A, 26 is AA.
func appendColumn(b []byte, n int) []byte {
	if n >= 26 {
		b = appendColumn(b, n/26-1)
	}
	return append(b, byte('A'+n%26))
}

// appendXML appends text as XML for spreadsheets. Characters that XML does not allow become U+FFFD; text longer than maxText is
// cut; an underscore that would begin an escape (_x0041_) is escaped.
func appendXML(b []byte, s string) []byte {
	room := maxText
	for i, r := range s {
		if room -= utf16.RuneLen(r); room < 0 {
			break
		}
		switch {
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r == '\r':
			b = append(b, "&#xD;"...) // XML parsers turn a plain CR into a line feed
		case r < ' ' && r != '\t' && r != '\n', r == 0xFFFE, r == 0xFFFF:
			b = utf8.AppendRune(b, utf8.RuneError)
		case isEscape(s[i:]):
			b = append(b, "_x005F_"...)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}

// isEscape reports whether s begins with _xHHHH_.
func isEscape(s string) bool {
	if len(s) < 7 || s[0] != '_' || s[1] != 'x' || s[6] != '_' {
		return false
	}
	for _, c := range []byte(s[2:6]) {
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F') {
			return false
		}
	}
	return true
}
