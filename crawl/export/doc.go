// Package export writes down what a crawl did: a row for every address, as JSON
// lines, CSV, SQLite or Parquet.
//
//	err := export.SQLite("pages.db", log.Pages(ctx), log.Sites(ctx, gate.Rules{}))
//
// All forms have the same columns, and [Columns] lists them. Rows are read and
// written one by one. A file appears under its name when it is complete; after
// an error there is none, or the one that was there before.
//
// It is apart from package crawl because the two databases are large: who does
// not want them does not link them.
package export
