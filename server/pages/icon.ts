import { html } from 'hono/html'

const paths = {
  ticket: 'M3 6.5h18v3.3a2.3 2.3 0 0 0 0 4.4v3.3H3v-3.3a2.3 2.3 0 0 0 0-4.4ZM14.5 7v2m0 2v2m0 2v2',
  basket: 'M3.5 9.5h17l-1.7 10H5.2ZM8 9.5l3-6m5 6-3-6',
  calendar: 'M4 5.5h16V20H4ZM4 10h16M8.5 3v4m7-4v4',
  ask: 'M4 5h16v11.500h-8.500l-4 3.500v-3.500H4Zm5 4h6m-6 3.500h4',
  place:
    'M12 21s7-6.2 7-11.500a7 7 0 0 0-14 0C5 14.8 12 21 12 21Zm0-9.200a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.600Z',
  screen: 'M3 5h18v12H3ZM9 21h6m-3-4v4',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4v5.500l3.500 2',
  error: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.500v5m0 3.300v.1',
  mail: 'M3 5.500h18v13H3Zm0 1 9 7 9-7',
  send: 'M20.500 3.500 3 10l7 4 4 7Zm0 0L10 14',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
  cross: 'm6 6 12 12M18 6 6 18',
  back: 'm14.5 6-6 6 6 6',
  forward: 'm9.5 6 6 6-6 6',
  door: 'M6 21V3.500h12V21M3 21h18M14.500 12v.1',
  expand: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5',
  copy: 'M9 8.500h11V20H9ZM15 8.500V4H4v11.500h5',
  file: 'M6 3h8l4.500 4.500V21H6Zm8 0v5h4.500',
  card: 'M3 5.500h18v13H3Zm0 4.500h18M6.500 15h4',
  home: 'm3 11.500 9-8 9 8M5.500 9.500v11h13v-11M10 20.500v-6h4v6',
  wallet: 'M4 6.500h14.500V10M4 6.500V19h16.500v-9H4m12.500 4.500h.1',
  qr: 'M4 4h6v6H4Zm10 0h6v6h-6ZM4 14h6v6H4Zm10 0h2v2m4-2v6m-6 0h2',
} as const

/** Renders a decorative icon, always beside a text with the same meaning. */
export function icon(name: keyof typeof paths, size = 20) {
  const length = `${size / 16}rem`
  return html`<svg class="icon" viewBox="0 0 24 24" width="${length}" height="${length}" aria-hidden="true">
    <path d="${paths[name]}" />
  </svg>`
}
