import { defineConfig } from 'vitest/config'

/** Tests that judge the mutants of one area (scripts/mutants.ts); the whole suite would take minutes for each. */
export default defineConfig({
  test: {
    include: [process.env.MUTANTS_TESTS ?? ''],
    setupFiles: ['./scripts/test-setup.ts'],
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
