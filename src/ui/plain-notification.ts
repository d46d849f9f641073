import styles from './plain-notification.module.css'

/** The types of notifications [MONI-22]. */
export type Tone = 'warn' | 'error' | 'success' | 'default'

let area: HTMLElement | undefined

/** Closes the plain notifications of a text, in whose place it is shown anew. */
export function closePlainNotifications(text: string) {
  for (const shown of area?.children ?? []) if (shown.firstChild?.textContent === text) shown.remove()
}

/** Shows a notification without lazy code, in place of an equal one. A click anywhere on it closes it. */
export function showPlainNotification(tone: Tone, text: string) {
  closePlainNotifications(text)
  area ??= document.body.appendChild(Object.assign(document.createElement('div'), { className: styles.area }))
  const notification = document.createElement('div')
  notification.className = styles.notification ?? ''
  notification.dataset.tone = tone
  notification.setAttribute('role', 'alert')
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Close' })
  notification.append(text, close)
  notification.addEventListener('click', () => notification.remove())
  area.append(notification)
}
