// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

/** Zones at both ends of the day, at odd offsets, and with nights whose clocks are changed: Cairo has no midnight then. */
const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'Africa/Cairo', 'Europe/London']
const days = ['29/03/2026', '24/04/2026', '25/10/2026', '30/10/2026', '31/12/2026']

it.each(zones)(
  'chooses the day that was pressed, and starts today in the UK, on a device in %s [F8]',
  async (name) => {
    vi.stubEnv('TZ', name)
    // The calendar has the zone of the device since it was loaded.
    vi.resetModules()
    const { default: DeliveryCalendar } = await import('./delivery-calendar.tsx')
    for (const day of days) {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day.split('/').reverse().join('-')}T12:30:00Z`) })
      const chosen: string[] = []
      render(<DeliveryCalendar value={day} onChoose={(date) => chosen.push(date)} onClose={() => {}} />)
      fireEvent.click(screen.getByRole('button', { name: /^Today, .*selected/ }))
      expect(chosen, day).toEqual([day])
      cleanup()
    }
  },
)
