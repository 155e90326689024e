package msg

import (
	"embed"
	"encoding/json"
	"sync"
)

//go:embed data/*.json
var data embed.FS

// catalogues has one decoder per language; each runs on first use, since most
// programs speak one language and many speak none.
var catalogues = [numLangs]func() map[string]string{
	En:     sync.OnceValue(func() map[string]string { return load(En) }),
	ZhHans: sync.OnceValue(func() map[string]string { return load(ZhHans) }),
	ZhHant: sync.OnceValue(func() map[string]string { return load(ZhHant) }),
}

func (l Lang) catalogue() map[string]string {
	if l >= numLangs {
		l = En
	}
	return catalogues[l]()
}

// load reads the catalogue of l. It is a tree, so that its authors see what
// belongs together; a key is the way down the tree with dots between.
func load(l Lang) map[string]string {
	text, err := data.ReadFile("data/" + l.String() + ".json")
	if err != nil {
		panic("msg: " + err.Error()) // part of the program: a defect of the build
	}
	var tree map[string]any
	if err := json.Unmarshal(text, &tree); err != nil {
		panic("msg: " + l.String() + ": " + err.Error())
	}
	flat := make(map[string]string, 256)
	flatten(flat, "", tree)
	return flat
}

func flatten(flat map[string]string, prefix string, tree map[string]any) {
	for key, v := range tree {
		switch v := v.(type) {
		case string:
			flat[prefix+key] = v
		case map[string]any:
			flatten(flat, prefix+key+".", v)
		}
	}
}
