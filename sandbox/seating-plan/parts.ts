import { button, element } from './elements.ts'
import { icon } from './legend.ts'
import { style } from './style.ts'
import { texts } from './texts.ts'

const messageFor = 6000

/** The elements of the renderer. */
export interface PlanParts {
  root: HTMLElement
  area: HTMLElement
  surface: HTMLElement
  svg: SVGSVGElement
  controls: Record<'zoomIn' | 'zoomOut' | 'resetView', HTMLButtonElement>
  /** Shows a sentence for some seconds. */
  say: (text: string) => void
  /** Tells screen readers what the keyboard is at. */
  speak: (text: string) => void
  /** Covers the plan with a sentence and, if something can be done, a button. */
  cover: (text: string, action?: { text: string; press: () => void }) => void
  uncover: () => void
}

/** Makes the elements of the renderer in a shadow root, and shows that it is loading. */
export function makeParts(host: HTMLElement, colorScheme: string | undefined): PlanParts {
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.innerHTML = `<style>${style}</style>
    <div class="plan${colorScheme === 'dark' ? ' dark' : ''}">
      <div class="area">
        <div class="surface" tabindex="0" role="application" aria-label="${texts.plan}" aria-describedby="hint">
          <svg aria-hidden="true"></svg>
        </div>
        <div class="controls">
          ${control('zoomIn', '<path d="M10 4v12M4 10h12"/>')}
          ${control('zoomOut', '<path d="M4 10h12"/>')}
          ${control('resetView', '<path d="M4 8V4h4M16 8V4h-4M4 12v4h4M16 12v4h-4"/>')}
        </div>
        <p class="message" role="status"></p>
      </div>
      <p class="spoken" id="hint">${texts.planHint}</p>
      <p class="spoken" aria-live="polite"></p>
      <div class="cover"><div class="spinner"></div><p>${texts.loading}</p></div>
    </div>`
  const find = <T extends Element = HTMLElement>(selector: string) => shadow.querySelector(selector) as T
  const [message, spoken, cover] = [find('.message'), find('[aria-live]'), find('.cover')]
  const controlOf = (name: string) => find<HTMLButtonElement>(`[data-control=${name}]`)

  let hiding: ReturnType<typeof setTimeout> | undefined
  return {
    root: find('.plan'),
    area: find('.area'),
    surface: find('.surface'),
    svg: find<SVGSVGElement>('.surface svg'),
    controls: {
      zoomIn: controlOf('zoomIn'),
      zoomOut: controlOf('zoomOut'),
      resetView: controlOf('resetView'),
    },
    say: (text) => {
      clearTimeout(hiding)
      message.textContent = text
      hiding = setTimeout(() => (message.textContent = ''), messageFor)
    },
    speak: (text) => {
      spoken.textContent = text
    },
    cover: (text, action) => {
      cover.hidden = false
      cover.replaceChildren(
        element('p', '', text),
        ...(action ? [button('', action.press, action.text)] : []),
      )
    },
    uncover: () => {
      cover.hidden = true
    },
  }
}

const control = (name: 'zoomIn' | 'zoomOut' | 'resetView', content: string) =>
  `<button type="button" data-control="${name}" aria-label="${texts[name]}" title="${texts[name]}">${icon(content)}</button>`
