import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { eventDateQuery, seatingPlanQuery } from './calls.ts'
import { seatingOf, type Seating } from '#src/seats/rules/seats.ts'
import type { SeatsProps } from './seats-props.ts'

/** Returns the seating of the date from the replies that the chart has loaded, or null before that. */
export function useSeating({ actor }: SeatsProps): Seating | null {
  const { eventDateId } = actor.getSnapshot().context
  const { data: date } = useQuery({ ...eventDateQuery(eventDateId), enabled: false })
  const { data: plan } = useQuery({ ...seatingPlanQuery(eventDateId), enabled: false })
  return useMemo(() => (date && plan ? seatingOf(eventDateId, date, plan) : null), [eventDateId, date, plan])
}
