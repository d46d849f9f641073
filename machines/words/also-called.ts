/** What owners call things, by the word of the charts for it: the search of the page takes the one for the other. */
export const alsoCalled: Record<string, string> = {
  robot: 'captcha',
  robots: 'captcha',
  bot: 'captcha',
  bots: 'captcha',
  timer: 'countdown',
  internet: 'network',
  wifi: 'network',
  'credit card': 'card',
  'debit card': 'card',
  'apple pay': 'wallet',
  'google pay': 'wallet',
  otp: 'one-time code',
  newsletter: 'emails',
  '3d secure': 'card check',
  '3-d secure': 'card check',
}
