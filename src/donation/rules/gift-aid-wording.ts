/** Confirmations of a Gift Aid declaration: statement and explanation [GIFT-03..05]. */
export const giftAidConfirmations = {
  taxpayer: {
    label: 'I am a UK taxpayer',
    description:
      'I understand that if I pay less Income Tax and/or Capital Gains Tax in the current tax year than the amount of Gift Aid claimed on all my donations, it is my responsibility to pay any difference.',
  },
  ownMoney: {
    label: 'This donation is my own money',
    description: 'It was not collected from others or given for a company.',
  },
  notGambling: {
    label: 'This donation is not for gambling or a raffle',
    description: 'I get nothing in return for it.',
  },
} as const

/** Returns the donor's request; `donation` is the formatted amount ("£20.00"). */
export function giftAidRequest(charityName: string, donation: string): string {
  return `I want ${charityName} to claim Gift Aid on my donation of ${donation}.`
}

/** Returns the full text of a declaration as shown on the page, for the record. */
export function giftAidWording(charityName: string, donation: string): string {
  const confirmed = Object.values(giftAidConfirmations).map(
    ({ label, description }) => `${label}. ${description}`,
  )
  return [giftAidRequest(charityName, donation), ...confirmed].join(' ')
}
