import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cardCredentialsQuery } from '#src/payment/calls.ts'
import { loadCardProvider } from './card-provider.ts'

/**
 * Returns the card provider, which the chart has loaded before, and its script's address. Without a provider the fields
 * stay empty, and Pay reports the card as missing.
 */
export function useCardProvider() {
  const { data: credentials } = useQuery({ ...cardCredentialsQuery, enabled: false })
  const [provider] = useState(() => (credentials ? loadCardProvider(credentials).catch(() => null) : null))
  return { provider, script: credentials?.script }
}
