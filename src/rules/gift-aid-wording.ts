/** What a donor confirms to declare Gift Aid: the statement, and what it means [GIFT-03..05]. */
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

/** What a donor asks for; `donation` is the amount as it is shown ("£20.00"). */
export function giftAidRequest(charityName: string, donation: string): string {
  return `I want ${charityName} to claim Gift Aid on my donation of ${donation}.`
}

/** All that a donor agrees to, word for word as the page shows it, for the record of the declaration. */
export function giftAidWording(charityName: string, donation: string): string {
  const confirmed = Object.values(giftAidConfirmations).map(
    ({ label, description }) => `${label}. ${description}`,
  )
  return [giftAidRequest(charityName, donation), ...confirmed].join(' ')
}
