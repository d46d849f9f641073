import type { Event } from '#src/checkout/schemas/event.ts'

type Shared = Pick<Event, 'title' | 'shareable_link' | 'reward_referrers'>

/** Returns whether an event of the order rewards recommending it, so that there is a link to share. */
export const hasReward = ({ events }: { events: Shared[] }) =>
  events.some(({ reward_referrers }) => reward_referrers.length > 0)

/** Returns the label of the share tile: generic if any event lacks a reward [DONE-24, DONE-25, OPEN-88]. */
export function shareLabel(events: Shared[]): string {
  const rewards = events.map(({ reward_referrers }) => reward_referrers[0]?.short_text.trim())
  return rewards[0] && rewards.every(Boolean) ? `Share & ${rewards[0]}` : 'Share with friends & family'
}

/**
 * Returns the message that the buyer shares: the reward with the referrer link, or a sentence with the event's own link
 * [SHAR-12, SHAR-13, OPEN-91].
 */
export function shareMessage({ title, shareable_link, reward_referrers }: Shared, link: string): string {
  const reward = reward_referrers[0]?.text.trim()
  return reward ? `${reward} ${link}` : `I'm going to ${title}. Join me: ${shareable_link || link}`
}
