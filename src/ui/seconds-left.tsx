import { useEffect, useState } from 'react'

/** Counts down to `until`, an instant of `performance.now()`. Hidden from screen readers, which would read it every second. */
export function SecondsLeft({ until }: { until: number }) {
  const [left, setLeft] = useState(() => secondsTo(until))

  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsTo(until)), 1_000)
    return () => clearInterval(timer)
  }, [until])

  return (
    <>
      <span aria-hidden>({left}&nbsp;s)</span>
      <span className="visually-hidden"> in a moment</span>
    </>
  )
}

const secondsTo = (instant: number) => Math.max(1, Math.ceil((instant - performance.now()) / 1_000))
