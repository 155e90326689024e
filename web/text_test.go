package web

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// leaves returns the sentences of a file of src/app/text by key.
func leaves(t *testing.T, name string) map[string]string {
	t.Helper()
	b, err := os.ReadFile("src/app/text/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(b, &tree); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	all := map[string]string{}
	var walk func(key string, x any)
	walk = func(key string, x any) {
		switch x := x.(type) {
		case string:
			all[key] = x
		case map[string]any:
			for k, v := range x {
				walk(key+"."+k, v)
			}
		case []any:
			for i, v := range x {
				walk(key+"."+string(rune('a'+i)), v)
			}
		}
	}
	walk("", tree)
	return all
}

var placeholder = regexp.MustCompile(`\{(\w+)`)

func TestThePageSaysTheSameInAllLanguages(t *testing.T) {
	for _, file := range []string{"", "about."} {
		en := leaves(t, file+"en")
		for _, lang := range []string{"zh-Hans", "zh-Hant"} {
			other := leaves(t, file+lang)
			if want, got := slices.Sorted(maps.Keys(en)), slices.Sorted(maps.Keys(other)); !slices.Equal(want, got) {
				t.Fatalf("%s%s has other keys than en", file, lang)
			}
			for key, s := range other {
				if s == "" {
					t.Errorf("%s%s: %s is empty", file, lang, key)
				}
				for _, m := range placeholder.FindAllStringSubmatch(s, -1) {
					if !strings.Contains(en[key], "{"+m[1]) {
						t.Errorf("%s%s: %s has {%s}, which en has not", file, lang, key, m[1])
					}
				}
			}
		}
	}
}

// What is bundled is named, with its licence, in a file that is served.
func TestTheLicencesOfAllLibrariesAreServed(t *testing.T) {
	var lock struct {
		Packages map[string]struct{ Dev, DevOptional bool }
	}
	b, err := os.ReadFile("package-lock.json")
	if err == nil {
		err = json.Unmarshal(b, &lock)
	}
	if err != nil {
		t.Fatal(err)
	}
	licences, err := os.ReadFile("static/licenses.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for path, p := range lock.Packages {
		name, ok := strings.CutPrefix(path, "node_modules/")
		if !ok || p.Dev || p.DevOptional {
			continue
		}
		n++
		if !regexp.MustCompile(`[ (]` + regexp.QuoteMeta(name) + `[,)]`).Match(licences) {
			t.Errorf("%s is bundled, and static/licenses.txt does not name it", name)
		}
	}
	if n < 10 {
		t.Errorf("%d libraries found in package-lock.json, want more", n)
	}
}

// Characters and words of one way of writing Chinese, as far as the page could
// slip into them.
const (
	simplifiedOnly  = "这个们为说对开关问题页网络条规则浏览图点击标签组织选择载输错误许环节码读写实显间时结认识别处发现复运单关闭链应东车马门"
	traditionalOnly = "這個們為說對開關問題頁網絡條規則瀏覽圖點擊標籤組織選擇載輸錯誤許環節碼讀寫實顯間時結認識別處發現複運單關閉鏈應東車馬門"
)

func TestSimplifiedAndTraditionalChineseAreNotMixed(t *testing.T) {
	only := func(s, other string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(other, r) {
				return -1
			}
			return r
		}, s)
	}
	for lang, wrong := range map[string]string{"zh-Hans": only(traditionalOnly, simplifiedOnly), "zh-Hant": only(simplifiedOnly, traditionalOnly)} {
		for _, file := range []string{"", "about."} {
			for key, s := range leaves(t, file+lang) {
				if i := strings.IndexAny(s, wrong); i >= 0 {
					t.Errorf("%s%s: %s has %q", file, lang, key, []rune(s[i:])[0])
				}
			}
		}
	}
	for _, word := range []string{"文件夾", "默認", "服務器", "通配符", "數據", "字節", "瀏覽器緩存", "信息"} {
		for _, file := range []string{"", "about."} {
			for key, s := range leaves(t, file+"zh-Hant") {
				if strings.Contains(s, word) {
					t.Errorf("%szh-Hant: %s says %s, which is not said in Taiwan or Hong Kong", file, key, word)
				}
			}
		}
	}
}
