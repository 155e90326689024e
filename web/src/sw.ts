// The page without a network: keeps the files of the page, and nothing else, so
// that it opens again when there is no connection. FILES and BUILD are put in
// when the page is built; another build has another cache, and takes over when
// the last tab of the old one is closed, so that no tab mixes two builds.
declare const FILES: string[]
declare const BUILD: string

const worker = self as unknown as ServiceWorkerGlobalScope
const cacheName = "robots-" + BUILD

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(cacheName)
      .then((cache) => cache.addAll(FILES.map((f) => new Request(f, { cache: "reload" })))),
  )
})

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((n) => n.startsWith("robots-") && n !== cacheName).map((n) => caches.delete(n))))
      .then(() => worker.clients.claim()),
  )
})

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== "GET" || url.origin !== location.origin) return
  event.respondWith(
    caches.open(cacheName)
      .then((cache) => cache.match(event.request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(event.request)),
  )
})
