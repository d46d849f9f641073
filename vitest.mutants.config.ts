import { defineConfig } from 'vitest/config'

/** Runs the tests of one area (scripts/mutants.ts); the whole suite would take minutes per mutant. */
export default defineConfig({
  test: {
    include: [process.env.MUTANTS_TESTS ?? ''],
    globalSetup: ['./server/testing/database-images.ts'],
    setupFiles: ['./scripts/test-setup.ts'],
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
