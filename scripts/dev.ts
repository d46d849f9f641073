import { spawn } from 'node:child_process'

/** `npm run dev`: the shop, restarted on changes, and Vite with hot reload in front of it. */
const shopPort = process.env.PORT ?? '3000'
const children = [
  spawn(
    'node',
    [
      '--watch-path=server',
      '--watch-path=sandbox',
      '--watch-path=src',
      '--watch-preserve-output',
      'server/main.ts',
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, PORT: shopPort },
    },
  ),
  spawn('vite', [], { stdio: 'inherit', env: { ...process.env, SHOP_URL: `http://localhost:${shopPort}` } }),
]
const stop = () => children.forEach((child) => child.kill())
for (const child of children) child.on('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
