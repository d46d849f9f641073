import type { StripeElementStyle } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/**
 * Returns the page's font and colours for the provider's fields, which cannot inherit styles. Colours are in RGB, the
 * only notation that the provider supports.
 */
function cardStyle(): StripeElementStyle {
  const { fontFamily, fontSize } = getComputedStyle(document.body)
  return {
    base: {
      color: shownColour('--ink'),
      fontFamily,
      fontSize,
      '::placeholder': { color: shownColour('--ink-quiet') },
    },
    invalid: { color: shownColour('--danger') },
  }
}

/** Returns the style of the fields and updates it when the colour scheme changes. */
export function useCardStyle(): StripeElementStyle {
  const [style, setStyle] = useState(cardStyle)
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const restyle = () => setStyle(cardStyle())
    scheme.addEventListener('change', restyle)
    return () => scheme.removeEventListener('change', restyle)
  }, [])
  return style
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
