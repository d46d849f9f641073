import type { Page } from '@playwright/test'
import { isOther } from '#e2e/screens/complaints.ts'
import type { Look } from '#e2e/screens/look.ts'

/** What a screen reader says without being asked: a title or a message that gets the focus, or a text of a live region. */
export interface Spoken {
  by: 'title' | 'message' | 'status' | 'alert'
  text: string
  /** The step at which it is said; null outside the checkout. */
  step: Look['step']
}

/** What a step is called while its script loads. */
const placeholder = 'Checkout'

/** Records what the live regions of a page announce, and the titles and messages that get its focus, from its next load on. */
export async function recordAnnouncements(page: Page): Promise<readonly Spoken[]> {
  const spoken: Spoken[] = []
  await page.exposeFunction('tellSpoken', (one: Spoken) => void spoken.push(one))
  await page.addInitScript(() => {
    if (window !== top) return
    const { tellSpoken } = window as unknown as { tellSpoken: (spoken: Spoken) => void } // exposed above
    const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    const say = (by: Spoken['by'], said: string | null) => {
      const text = (said ?? '').replace(/\s+/g, ' ').trim()
      const step = document.querySelector<HTMLElement>('[data-state]')?.dataset.state as Look['step']
      if (text) tellSpoken({ by, text, step: step ?? null })
    }
    const kindOf = (region: Element) =>
      region.matches('[role=alert], [aria-live=assertive]') ? 'alert' : 'status'
    /** By the rules of ARIA, a status and an alert are read as a whole whenever a part changes. */
    const isWhole = (region: Element) =>
      (region.getAttribute('aria-atomic') ?? String(region.matches('[role=status], [role=alert]'))) === 'true'

    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element)) return
      if (target.matches('h1')) say('title', target.textContent)
      for (const message of target.querySelectorAll('[data-tone=error]')) say('message', message.textContent)
    })
    let isRead = false
    document.addEventListener('DOMContentLoaded', () => (isRead = true))
    new MutationObserver((changes) => {
      // What is in the page when it comes is read with the page
      if (!isRead) return
      const wholes = new Set<Element>()
      const hear = (region: Element, part: Node) => {
        if (!region.isConnected || !region.checkVisibility()) return
        if (isWhole(region)) wholes.add(region)
        else say(kindOf(region), part.textContent)
      }
      for (const { type, target, addedNodes } of changes) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(regions)
        if (type === 'characterData' && around) hear(around, target)
        for (const node of addedNodes) {
          if (around) hear(around, node)
          else if (node instanceof Element)
            // A new alert is read, while a new status is only listened to from then on
            for (const alert of [node, ...node.querySelectorAll('*')].filter((one) =>
              one.matches('[role=alert]'),
            ))
              hear(alert, alert)
        }
      }
      for (const region of wholes)
        for (const line of region.children.length > 0 && region.matches('[role=status]')
          ? region.children
          : [region])
          say(kindOf(region), line.textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return spoken
}

/** Says what is wrong with what was announced between two looks at a page; `messages` are those that it has to tell. */
export function complaintsAboutSpeech(
  spoken: readonly Spoken[],
  now: Look,
  before: Look | null,
  messages: readonly string[],
): string[] {
  const times = (text: string) => spoken.filter((one) => bare(one.text).includes(bare(text))).length
  const [heading = ''] = now.headings
  const titles = spoken.filter(
    ({ by, text, step }) => by === 'title' && text === heading && step === now.step,
  ).length
  const most = heading === placeholder ? 2 : 1
  const errors = now.errors.filter((text) => !before?.errors.includes(text))
  const due = [...new Set([...messages, ...errors])]
  const others = [...new Set(spoken.map(({ text }) => text))]
  return [
    ...(isOther(now, before) && titles < 1
      ? [`the step "${now.step}" has appeared, and the focus has not been on its title "${heading}"`]
      : []),
    ...(isOther(now, before) && titles > most
      ? [`the title "${heading}" of the new step gets the focus ${titles} times instead of once`]
      : []),
    ...due
      .filter((text) => times(text) === 0)
      .map((text) => `the message "${text}" is on the screen, and was not announced`),
    ...others
      .map((text) => ({
        text,
        count: spoken.filter((one) => one.by !== 'title' && one.text === text).length,
      }))
      .filter(({ count }) => count > 1)
      .map(({ text, count }) => `"${text}" is announced ${count} times instead of once`),
  ]
}

/** Without spaces, of which there may be others between paragraphs. */
const bare = (text: string) => text.replaceAll(/\s/g, '')
