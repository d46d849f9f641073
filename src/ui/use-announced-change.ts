import { useEffect, useRef } from 'react'
import { announce } from './announcer.tsx'

/** Announces a text whenever it changes after the first render. */
export function useAnnouncedChange(text: string) {
  const shown = useRef(text)
  useEffect(() => {
    if (shown.current !== text) announce(text)
    shown.current = text
  }, [text])
}
