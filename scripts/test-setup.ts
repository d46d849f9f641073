import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Makes a test fail on console output; a test that expects output mocks the method itself. */
const methods = ['error', 'warn', 'info', 'log'] as const

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method).mockImplementation(() => {})
})

afterEach(() => {
  for (const method of methods) {
    const calls = vi.isMockFunction(console[method]) ? vi.mocked(console[method]).mock.calls : []
    expect(calls, `unexpected console.${method}`).toEqual([])
    if (vi.isMockFunction(console[method])) vi.mocked(console[method]).mockRestore()
  }
})
