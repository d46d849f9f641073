import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{machines,src,server,scripts}/**/*.test.{ts,tsx}'],
    setupFiles: ['./scripts/test-setup.ts'],
    // A new PGlite folder costs seconds and about 300 MB: few workers, one shop each.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
