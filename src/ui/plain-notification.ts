import styles from './plain-notification.module.css'

/** The types of notifications [MONI-22]. */
export type Tone = 'warn' | 'error' | 'success' | 'default'

let area: HTMLElement | undefined

/** The last plain notification of each text. A new one takes its place, as screen readers read only what is new. */
export const plainNotifications: Record<string, HTMLElement> = {}

/** Shows a notification without lazy code, in place of an equal one. A click anywhere on it closes it. */
export function showPlainNotification(tone: Tone, text: string) {
  area ??= document.body.appendChild(create('div', { className: styles.area }))
  const notification = create('div', { className: styles.notification, onclick: () => notification.remove() })
  notification.dataset.tone = tone
  notification.setAttribute('role', 'alert')
  notification.append(text, create('button', { type: 'button', textContent: 'Close' }))
  plainNotifications[text]?.remove()
  area.append((plainNotifications[text] = notification))
}

function create(tag: string, properties: object): HTMLElement {
  return Object.assign(document.createElement(tag), properties)
}
