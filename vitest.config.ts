import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{machines,src,server,sandbox,contract,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['./server/testing/database-images.ts'],
    setupFiles: ['./scripts/test-setup.ts'],
    // Each worker creates a PGlite database, which takes seconds and about 300 MB.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
