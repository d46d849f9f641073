import type { ChartRendererConfigOptions } from '@seatsio/seatsio-react'

import { icons } from './icons.ts'
import { element } from './popover.ts'
import { style } from './style.ts'
import type { Texts } from './texts.ts'

const messageFor = 6000

/** The elements of a chart. */
export interface ChartParts {
  texts: Texts
  root: HTMLElement
  area: HTMLElement
  surface: HTMLElement
  canvas: HTMLCanvasElement
  controls: Record<'zoomIn' | 'zoomOut' | 'resetView', HTMLButtonElement>
  /** Shows a sentence for some seconds. */
  say: (text: string) => void
  /** Tells screen readers what the keyboard is at. */
  speak: (text: string) => void
  /** Covers the plan with a sentence and a button; with '' it uncovers it. */
  over: (text: string, button?: { text: string; press: () => void }) => void
}

/** Makes the elements of a chart in a shadow root, and shows that it is loading. */
export function makeParts(
  host: HTMLElement,
  { colorScheme }: ChartRendererConfigOptions,
  texts: Texts,
): ChartParts {
  const shadow = host.attachShadow({ mode: 'open' })
  const styles = element('style', '', style)
  const root = element('div', colorScheme === 'dark' ? 'chart dark' : 'chart')
  const area = element('div', 'area')
  const surface = element('div', 'surface')
  surface.tabIndex = 0
  surface.setAttribute('role', 'application')
  surface.ariaLabel = texts.plan
  surface.setAttribute('aria-describedby', 'hint')
  const canvas = element('canvas', '')
  surface.append(canvas)
  const hint = element('p', 'spoken', texts.planHint)
  hint.id = 'hint'

  const controls = element('div', 'controls')
  const control = (name: keyof ChartParts['controls']) => {
    const button = element('button', '')
    button.type = 'button'
    button.ariaLabel = button.title = texts[name]
    button.innerHTML = icons[name]
    controls.append(button)
    return button
  }
  const buttons = {
    zoomIn: control('zoomIn'),
    zoomOut: control('zoomOut'),
    resetView: control('resetView'),
  }

  const message = element('p', 'message')
  message.setAttribute('role', 'status')
  const spoken = element('p', 'spoken')
  spoken.ariaLive = 'polite'
  const cover = element('div', 'over')
  area.append(surface, controls, message)
  root.append(area, hint, spoken, cover)
  shadow.append(styles, root)

  let hiding: ReturnType<typeof setTimeout> | undefined
  const over: ChartParts['over'] = (text, button) => {
    cover.hidden = text === ''
    cover.style.display = text === '' ? 'none' : ''
    cover.replaceChildren(element('p', '', text))
    if (!button) return
    const made = element('button', '', button.text)
    made.type = 'button'
    made.addEventListener('click', button.press)
    cover.append(made)
  }
  over(texts.loading)
  cover.prepend(element('div', 'spinner'))
  return {
    texts,
    root,
    area,
    surface,
    canvas,
    controls: buttons,
    say: (text) => {
      clearTimeout(hiding)
      message.textContent = text
      hiding = setTimeout(() => (message.textContent = ''), messageFor)
    },
    speak: (text) => {
      spoken.textContent = text
    },
    over,
  }
}
