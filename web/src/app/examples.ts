// Texts to try. Each shows something that people stumble over.
export const EXAMPLES: { id: string; agent: string; target: string; text: string }[] = [
  {
    id: "named",
    agent: "GPTBot",
    target: "/admin/",
    text: `# Everybody stays out of the administration ...
User-agent: *
Disallow: /admin/
Disallow: /preview/
Allow: /preview/today

# ... but a crawler with a group of its own follows only that one.
User-agent: GPTBot
User-agent: ClaudeBot
Disallow: /archive/

# Refused altogether
User-agent: CCBot
User-agent: Bytespider
Disallow: /
Allow: /press/

Sitemap: https://news.example/sitemap.xml
`,
  },
  {
    id: "joined",
    agent: "Googlebot",
    target: "/private/report",
    text: `# Looks like two groups. It is one: no rule stands between.
User-agent: GPTBot
Crawl-delay: 10

User-agent: *
Disallow: /private/
`,
  },
  {
    id: "longest",
    agent: "bingbot",
    target: "/shop/offers/today.pdf",
    text: `# The longest pattern that matches decides, wherever it stands.
User-agent: *
Disallow: /
Allow: /shop/
Disallow: /shop/offers/
Allow: /shop/offers/*.pdf$
Disallow: /*?sort=
`,
  },
  {
    id: "slips",
    agent: "Googlebot",
    target: "/old/page",
    text: `User-agent: Googelbot
Dissallow: /drafts/
Disallow /old/
Disallow: tmp
Disallow: https://news.example/secret/
Disallow: /search
Disallow: /search
Noindex: /thin/
Sitemap: /sitemap.xml
`,
  },
  {
    id: "use",
    agent: "OAI-SearchBot",
    target: "/",
    text: `# Access and use are two things.
User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=no
Disallow: /cart/

User-agent: GPTBot
User-agent: Google-Extended
Disallow: /
`,
  },
  {
    id: "han",
    agent: "Baiduspider",
    target: "/新闻/旧闻/1998",
    text: `# A path as it is written, and as it is sent, is the same path.
User-agent: *
Disallow: /新闻/旧闻/
Allow: /%E6%96%B0%E9%97%BB/
Disallow: /搜尋?q=
`,
  },
]
