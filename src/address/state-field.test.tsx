import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { countriesQuery } from './calls.ts'
import { countriesSchema } from './schemas.ts'
import { StateField } from './state-field.tsx'

function draw(states: unknown) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(countriesQuery.queryKey, countriesSchema.parse({ countries: [], states }))
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <StateField id="s" name="state" error={undefined} autoComplete="address-level1" />
    </QueryClientProvider>,
  )
}

it("offers the shop's states, or a text field if there are none [ADDR-17, ADDR-28]", () => {
  expect(draw({ NY: 'New York' })).toContain('<option value="NY">New York</option>')
  expect(draw([])).toMatch(/<input [^>]*name="state"/)
})
