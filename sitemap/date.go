package sitemap

// isDate reports whether s is a date as https://www.w3.org/TR/NOTE-datetime has
// it: "2026", "2026-01", "2026-01-31", or such a day with a time and a zone. It is
// written out here because package time would add more to the page that links
// this than the package itself.
func isDate(s string) bool {
	d := dater{s}
	year := d.number(4, 0, 9999)
	if d.rest == "" || year < 0 {
		return year >= 0
	}
	if !d.take('-') {
		return false
	}
	month := d.number(2, 1, 12)
	if d.rest == "" || month < 0 {
		return month >= 0
	}
	if !d.take('-') || d.number(2, 1, daysOf(year, month)) < 0 {
		return false
	}
	return d.rest == "" || d.take('T') && d.clock() && d.zone()
}

// A dater reads a date from left to right.
type dater struct{ rest string }

// number takes n digits that are a number within bounds, else it returns -1.
func (d *dater) number(n, least, most int) int {
	if len(d.rest) < n {
		return -1
	}
	v := 0
	for i := range n {
		c := d.rest[i]
		if c < '0' || c > '9' {
			return -1
		}
		v = v*10 + int(c-'0')
	}
	d.rest = d.rest[n:]
	if v < least || v > most {
		return -1
	}
	return v
}

func (d *dater) take(c byte) bool {
	if d.rest == "" || d.rest[0] != c {
		return false
	}
	d.rest = d.rest[1:]
	return true
}

// clock takes hours and minutes, with or without seconds and a fraction of one.
func (d *dater) clock() bool {
	if d.number(2, 0, 23) < 0 || !d.take(':') || d.number(2, 0, 59) < 0 {
		return false
	}
	if !d.take(':') {
		return true
	}
	if d.number(2, 0, 59) < 0 {
		return false
	}
	if !d.take('.') {
		return true
	}
	if d.number(1, 0, 9) < 0 {
		return false
	}
	for d.number(1, 0, 9) >= 0 {
	}
	return true
}

// zone takes "Z" or an offset, and the end.
func (d *dater) zone() bool {
	if d.take('Z') {
		return d.rest == ""
	}
	return (d.take('+') || d.take('-')) && d.number(2, 0, 23) >= 0 && d.take(':') && d.number(2, 0, 59) >= 0 && d.rest == ""
}

func daysOf(year, month int) int {
	switch {
	case month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0):
		return 29
	case month == 2:
		return 28
	case month == 4 || month == 6 || month == 9 || month == 11:
		return 30
	}
	return 31
}
