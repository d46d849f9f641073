import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request of a tag or a pixel, or for a script. */
export interface Hit {
  path: string
  query: Record<string, string>
  referer: string
}

/**
 * Stands in for Google and Meta: serves scripts with the documented surface of gtag.js and fbevents.js, which send what
 * theirs would send, and records every request.
 */
export class TrackingServer {
  hits: Hit[] = []
  /** Scripts of a test's own, by path. */
  scripts: Record<string, string> = {}
  /** Paths that get no reply. */
  silent = new Set<string>()
  #server: Server | undefined

  async start() {
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const { referer = '' } = request.headers
      this.hits.push({ path: pathname, query: Object.fromEntries(searchParams), referer })
      if (this.silent.has(pathname)) return
      const script = { '/gtag.js': gtagScript, '/fbevents.js': pixelScript, ...this.scripts }[pathname]
      if (script !== undefined) response.setHeader('Content-Type', 'text/javascript')
      else if (!['/collect', '/tr'].includes(pathname)) response.statusCode = 404
      response.end(script ?? '')
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  }

  get url() {
    return `http://127.0.0.1:${(this.#server?.address() as AddressInfo).port}`
  }

  reset() {
    this.hits = []
    this.scripts = {}
    this.silent.clear()
  }

  stop() {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }

  /** The hits of a path in the order in which pages have sent them: those that are sent together may arrive in another. */
  of(path: string): Hit[] {
    const placeOf = ({ query }: Hit) => [Number(query._p ?? 0), Number(query._s ?? 0)] as const
    return this.hits
      .filter((hit) => hit.path === path)
      .map((hit) => ({ hit, place: placeOf(hit) }))
      .sort(({ place: [page, number] }, { place: [otherPage, other] }) => page - otherPage || number - other)
      .map(({ hit }) => hit)
  }

  /** Paths in the page views of a Google tag. */
  views(tag: string): string[] {
    const views = this.of('/collect').filter(({ query }) => query.tid === tag && query.en === 'page_view')
    return views.map(({ query }) => new URL(query.dl ?? '').pathname)
  }

  /** Events of a name that a Google tag, or a conversion, got. */
  events(tag: string, name: string): Record<string, unknown>[] {
    const events = this.of('/collect').filter(({ query }) => query.tid === tag && query.en === name)
    return events.map(({ query }) => JSON.parse(query.ep ?? '{}') as Record<string, unknown>)
  }

  /** Events of a name that a Meta pixel got. */
  pixelEvents(pixel: string, name: string): Record<string, unknown>[] {
    const events = this.of('/tr').filter(({ query }) => query.id === pixel && query.ev === name)
    return events.map(({ query }) => JSON.parse(query.cd ?? '{}') as Record<string, unknown>)
  }
}

/** Counts the hits of a page, `_s`, and tells pages apart, `_p`, as gtag.js does. */
const counting =
  'const place = () => ({ _p: performance.timeOrigin, _s: (window.sentHits = (window.sentHits ?? 0) + 1) })'

/** As gtag.js: reads commands from the data layer, where arrays are no commands, and obeys `ga-disable-…`. */
const gtagScript = `(() => {
  ${counting}
  const server = new URL(document.currentScript.src).origin
  const fields = {}
  function send(tid, en, own) {
    if (window['ga-disable-' + tid]) return
    const { page_location: dl = location.href, page_referrer: dr = document.referrer, page_title: dt = document.title } =
      { ...fields, ...own }
    const query = new URLSearchParams({ tid, en, dl, dr, dt, ep: JSON.stringify(own), ...place() })
    fetch(server + '/collect?' + query, { method: 'POST', mode: 'no-cors', keepalive: true })
  }
  function run(command) {
    if (Object.prototype.toString.call(command) !== '[object Arguments]') return
    const [name, first, own = {}] = command
    if (name === 'set') Object.assign(fields, first)
    if (name === 'config') {
      document.cookie = '_ga=GA1.1.1; path=/'
      document.cookie = '_ga_' + first.slice(2) + '=GS1; path=/'
      if (own.send_page_view !== false) send(first, 'page_view', {})
    }
    if (name === 'event') for (const tid of [own.send_to].flat()) send(tid, first, own)
  }
  const layer = window.dataLayer
  layer.push = (...commands) => {
    commands.forEach(run)
    return Array.prototype.push.apply(layer, commands)
  }
  layer.forEach(run)
})()`

/** As fbevents.js: takes over the queue, sends address and referrer of the page, and obeys consent. */
const pixelScript = `(() => {
  ${counting}
  const server = new URL(document.currentScript.src).origin
  let isGranted = true
  const quiet = new Set()
  function send(id, ev, cd = {}, { eventID = '' } = {}) {
    if (!isGranted) return
    const query = { id, ev, dl: location.href, rl: document.referrer, cd: JSON.stringify(cd), eid: eventID, ...place() }
    new Image().src = server + '/tr?' + new URLSearchParams(query)
  }
  function run(name, ...rest) {
    if (name === 'consent') isGranted = rest[0] === 'grant'
    if (name === 'set' && rest[0] === 'autoConfig' && rest[1] === false) quiet.add(rest[2])
    if (name === 'init') {
      document.cookie = '_fbp=fb.1.1; path=/'
      if (!quiet.has(rest[0])) send(rest[0], 'SubscribedButtonClick')
    }
    if (name === 'trackSingle') send(...rest)
  }
  window.fbq.callMethod = run
  window.fbq.queue.splice(0).forEach((command) => run(...command))
})()`
