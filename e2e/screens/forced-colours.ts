import type { Page } from '@playwright/test'

/**
 * What cannot be told by sight where a system's colours replace those of the page: fields without an edge, chosen things that look like
 * the others, disabled buttons that look enabled, and icons in a colour of their own [WCAG 1.4.1, 1.4.11]. Expects forced colours.
 */
export const lostInForcedColours = (page: Page): Promise<string[]> => page.evaluate(findLost)

/** Runs in the page. */
function findLost(): string[] {
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(isShown)
  const nameOf = (element: HTMLElement) =>
    `${element.localName} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`

  function hasEdge(element: Element): boolean {
    const { borderBottomStyle, borderBottomWidth, outlineStyle, outlineWidth } = getComputedStyle(element)
    const isDrawn = (style: string, width: string) => style !== 'none' && Number.parseFloat(width) > 0
    return isDrawn(borderBottomStyle, borderBottomWidth) || isDrawn(outlineStyle, outlineWidth)
  }

  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = 'Canvas'
  const canvas = getComputedStyle(probe).color
  probe.remove()

  /** All of a thing's look that such a system keeps, with that of what is drawn before and after it. */
  const lookOf = (element: Element) =>
    [undefined, '::before', '::after']
      .map((part) => {
        const style = getComputedStyle(element, part)
        const { backgroundColor, color, opacity, content, fontWeight, textDecorationLine } = style
        const paper = /, 0\)$/.test(backgroundColor) ? canvas : backgroundColor
        const edges = [
          style.borderBottomStyle,
          style.borderBottomWidth,
          style.outlineStyle,
          style.outlineWidth,
        ]
        return [paper, color, opacity, ...edges, content, fontWeight, textDecorationLine].join(' ')
      })
      .join(' | ')

  const fields = all(
    'input:not([type=radio], [type=checkbox], [type=hidden], [type=range]), select, textarea',
  )
  const edgeless = fields.filter(
    (field) => !hasEdge(field) && !(field.parentElement && hasEdge(field.parentElement)),
  )

  const toggles = [...document.querySelectorAll<HTMLInputElement>('input:is([type=radio], [type=checkbox])')]
  const drawnByPage = toggles.filter((one) => !isShown(one) || getComputedStyle(one).appearance === 'none')
  const cardOf = (toggle: HTMLInputElement) => toggle.labels?.[0]
  const wholeLook = (element: Element) => [element, ...element.querySelectorAll('*')].map(lookOf).join('\n')
  const toggleLook = (toggle: HTMLInputElement) => {
    const card = cardOf(toggle)
    return lookOf(toggle) + (card ? wholeLook(card) : '')
  }
  const alike = drawnByPage.filter((one) => {
    const card = cardOf(one)
    if (!one.checked || !card || !isShown(card)) return false
    const others = drawnByPage.filter(({ name, checked }) => name === one.name && !checked)
    return others.some((other) => toggleLook(other) === toggleLook(one))
  })

  const pressed = all('[aria-pressed=true], [aria-current]:not([aria-current=false]), [aria-selected=true]')
  const likeOthers = pressed.filter((one) =>
    [...(one.parentElement?.children ?? [])].some(
      (other) =>
        other !== one &&
        other.localName === one.localName &&
        !other.matches('[aria-pressed=true], [aria-current], [aria-selected=true]') &&
        wholeLook(other) === wholeLook(one),
    ),
  )

  const disabled = all('button:disabled, button[aria-disabled=true]').filter((one) => {
    const enabled = all('button:enabled:not([aria-disabled=true])').find(
      ({ className }) => className === one.className,
    )
    return enabled !== undefined && wholeLook(enabled) === wholeLook(one)
  })

  return [
    ...edgeless.map((one) => `a field without an edge: ${nameOf(one)}`),
    ...alike.map((one) => `chosen, and looks like the others: ${nameOf(cardOf(one) ?? one)}`),
    ...likeOthers.map((one) => `current, and looks like the others: ${nameOf(one)}`),
    ...disabled.map((one) => `disabled, and looks enabled: ${nameOf(one)}`),
  ]
}
