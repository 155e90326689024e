package msg

import (
	"strings"
	"testing"
)

// pairs holds simplified characters with the traditional ones that stand in
// their place, of the kind these texts are made of. A character that is in use
// in both scripts, such as 制 or 准, is not among them.
const pairs = `
	东東 个個 为為 义義 书書 买買 产產 亲親 从從 仅僅 众眾 优優 会會 传傳 伪偽 体體 储儲 儿兒 关關 兴興 写寫 决決 况況 减減 创創 别別
	办辦 务務 动動 劳勞 势勢 区區 医醫 单單 卖賣 历歷 压壓 厂廠 参參 双雙 发發 变變 号號 听聽 启啟 员員 响響 园園 围圍 国國 图圖 场場
	坏壞 块塊 声聲 处處 备備 复複 头頭 夹夾 奖獎 学學 实實 审審 宽寬 对對 导導 将將 层層 属屬 岁歲 币幣 师師 带帶 帮幫 应應 库庫 废廢
	异異 张張 强強 归歸 当當 录錄 态態 总總 惯慣 戏戲 户戶 执執 扩擴 扫掃 护護 报報 拟擬 择擇 据據 损損 换換 数數 断斷 无無 时時 显顯
	权權 条條 来來 构構 标標 样樣 档檔 检檢 业業 残殘 毕畢 汇匯 没沒 测測 满滿 点點 热熱 状狀 独獨 现現 电電 画畫 监監 盘盤 码碼 确確
	种種 称稱 积積 类類 约約 级級 纪紀 组組 细細 终終 经經 结結 给給 统統 继繼 续續 维維 编編 缩縮 网網 罗羅 联聯 脑腦 节節 获獲 虑慮
	虽雖 补補 装裝 规規 视視 览覽 觉覺 计計 订訂 认認 让讓 议議 记記 许許 论論 设設 访訪 证證 评評 识識 译譯 试試 话話 该該 详詳 语語
	误誤 说說 请請 读讀 调調 负負 责責 败敗 质質 贴貼 费費 资資 转轉 轮輪 软軟 载載 较較 输輸 边邊 达達 过過 运運 还還 这這 进進 远遠
	连連 选選 适適 递遞 钟鐘 铁鐵 链鏈 锁鎖 错錯 键鍵 长長 门門 闭閉 问問 间間 阅閱 队隊 阶階 际際 险險 随隨 隐隱 难難 页頁 项項 顺順
	须須 预預 频頻 题題 颜顏 风風 驱驅 验驗 龙龍 与與 专專 两兩 严嚴 丢丟 临臨 举舉 么麼 习習 争爭 亏虧 云雲 亚亞 价價 则則 触觸 释釋
	虫蟲 余餘 内內 冲衝 尽盡 开開 绝絕`

// Neither Chinese catalogue holds a character of the other script.
func TestScripts(t *testing.T) {
	hans, hant := map[rune]rune{}, map[rune]rune{}
	for _, pair := range strings.Fields(pairs) {
		p := []rune(pair)
		if len(p) != 2 || p[0] == p[1] {
			t.Fatalf("%q is no pair", pair)
		}
		hans[p[0]], hant[p[1]] = p[1], p[0]
	}
	if len(hans) < 60 {
		t.Fatalf("only %d pairs", len(hans))
	}
	check := func(l Lang, foreign map[rune]rune) {
		for key, text := range l.catalogue() {
			for _, r := range text {
				if own, ok := foreign[r]; ok {
					t.Errorf("%v: %s holds %c, the other script's %c", l, key, r, own)
				}
			}
		}
	}
	check(ZhHans, hant)
	check(ZhHant, hans)
}

// Terms that differ between the two are not merely converted.
func TestTerms(t *testing.T) {
	for key, text := range ZhHant.catalogue() {
		for _, term := range []string{"文件夾", "通配符", "網絡", "服務器", "字節", "默認", "字符", "解析器", "緩存", "信息",
			"匹配", "模式", "抓取", "覆蓋", "文本", "無需", "點名", "條紀錄", "屏蔽", "鏈接", "響應"} {
			if strings.Contains(text, term) {
				t.Errorf("%s says %s", key, term)
			}
		}
	}
	for key, text := range ZhHans.catalogue() {
		for _, term := range []string{"档案", "万用", "网路", "伺服", "位元组", "预设", "字元", "剖析",
			"程式", "支援", "资讯", "擷取", "纪录", "连结", "回应"} {
			if strings.Contains(text, term) {
				t.Errorf("%s says %s", key, term)
			}
		}
	}
}
