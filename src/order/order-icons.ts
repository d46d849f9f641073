/** Paths of the icons of this step alone, which load with it. */
export const orderIcons = {
  bed: 'M3 6v13m0-4h18v4m0-4v-2.5A3.5 3.5 0 0 0 17.5 9H11v6M7 9.5a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5Z',
  calendar: 'M4 6h16v14H4ZM4 10.5h16M8.5 3.5V7m7-3.5V7',
  copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
  heart: 'M12 20.5C7 16.6 3.5 13.4 3.5 9.4A4.6 4.6 0 0 1 12 6.9a4.6 4.6 0 0 1 8.5 2.5c0 4-3.5 7.2-8.5 11.1Z',
  mail: 'M3.5 6h17v12.5h-17Zm.5.5 8 6.5 8-6.5',
  pen: 'M4 20.5h16M6.5 16.5l.8-3.8 9-9 3 3-9 9Zm7.8-10.8 3 3',
  pin: 'M12 21c4.5-4.6 6.75-8.1 6.75-11A6.75 6.75 0 0 0 5.25 10c0 2.9 2.25 6.4 6.75 11Zm0-13.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  play: 'M3.5 5.5h17v13h-17Zm6.5 3.5v6l5-3Z',
  qr: 'M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2.5v2.5H14ZM20 14v2.5M17.5 20H14m6-1v1',
  send: 'M21 3.5 10.5 14M21 3.5 14.5 21l-4-7-7-4Z',
  share: 'M12 15V3.5m0 0L7.5 8M12 3.5 16.5 8M5 12.5v7.5h14v-7.5',
  speech: 'M4 5h16v11.5h-8.5L7 20.5v-4H4Z',
} as const
