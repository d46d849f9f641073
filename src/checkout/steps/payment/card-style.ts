import type { StripeElementStyle } from '@stripe/stripe-js'

/**
 * The page's type and colours for the provider's fields, which cannot see the page's styles. Colours are given as
 * red, green and blue, because the provider knows no newer notation.
 */
export function cardStyle(): StripeElementStyle {
  const { fontFamily } = getComputedStyle(document.body)
  return {
    base: {
      color: shownColour('--ink'),
      fontFamily,
      fontSize: '16px',
      '::placeholder': { color: shownColour('--ink-quiet') },
    },
    invalid: { color: shownColour('--danger') },
  }
}

function shownColour(token: string): string {
  const sample = document.body.appendChild(document.createElement('span'))
  sample.style.color = `var(${token})`
  const { color } = getComputedStyle(sample)
  sample.remove()
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return color
  canvas.fillStyle = color
  canvas.fillRect(0, 0, 1, 1)
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
