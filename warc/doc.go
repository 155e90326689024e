// Package warc writes what a crawler was sent into WARC files, and reads such
// files.
//
// The form is WARC/1.1 (ISO 28500:2017): a gzip member per record, so that a
// record can be read by itself from its place in the file. An [Exchange] becomes
// a response and a request that name each other; a revisit without a body if the
// same body is in the files already; and a metadata record beside a response
// whose body was cut or left out.
//
// Writing is safe for many goroutines, and compresses outside of the lock. What
// is not on disk yet is lost with the process, but nothing else is: a file is
// written under a name that ends in .open until it is finished, and [Recover]
// cuts from such a file what is not whole.
package warc
