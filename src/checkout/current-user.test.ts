// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadUser, refreshUser } from './current-user.ts'

const theme = () => document.documentElement.dataset.theme

let isDark = true
const asked: string[] = []

beforeEach(() => {
  isDark = true
  asked.length = 0
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(new URL(request.url).pathname)
    return Response.json({ user: { id: 7, email: 'ada@example.org', is_dark_mode: isDark } })
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  delete document.documentElement.dataset.theme
})

it('switches to dark for a user who wants it, in the organiser context, which is the default [DARK-01, ROLE-11, ROLE-12]', async () => {
  await loadUser(new QueryClient())
  expect(theme()).toBe('dark')
})

it('keeps the appearance for a user who does not [DARK-02]', async () => {
  isDark = false
  await loadUser(new QueryClient())
  expect(theme()).toBeUndefined()
})

it('keeps the appearance in the checkout context [DARK-03, ROLE-12]', async () => {
  const user = await loadUser(new QueryClient(), 'checkout')
  expect(user?.is_dark_mode).toBe(true)
  expect(theme()).toBeUndefined()
})

it('asks for the user once, without telling the context [DARK-04, OPEN-96]', async () => {
  const queryClient = new QueryClient()
  await loadUser(queryClient)
  await loadUser(queryClient)
  expect(asked).toEqual(['/ajax/user/user/get_user/'])
})

it('asks again for a refresh, and follows what has changed [DARK-05]', async () => {
  const queryClient = new QueryClient()
  await loadUser(queryClient)
  isDark = false
  const user = await refreshUser(queryClient)
  expect(user?.is_dark_mode).toBe(false)
  expect(asked).toHaveLength(2)
  expect(theme()).toBeUndefined()
})
