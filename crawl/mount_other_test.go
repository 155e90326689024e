//go:build !linux

package crawl

import "errors"

func mount(string, string) error { return errors.ErrUnsupported }
func unmount(string)             {}
