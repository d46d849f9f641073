import { existsSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

/** What can be said about the container's files without building them. */

const textOf = (path: string) => readFileSync(path, 'utf8')
const instructions = textOf('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .flatMap((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    return name ? { name, rest } : []
  })
const all = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest)

interface Service {
  image?: string
  environment?: Record<string, string>
  ports?: string[]
}
const { services } = parse(textOf('compose.yaml')) as { services: Record<string, Service> }

describe('Dockerfile', () => {
  it('builds in one stage and runs in another, on the exact version of Node that the project uses', () => {
    const { node } = JSON.parse(textOf('package.json')).devDependencies
    expect(all('FROM').map((image) => image.split(/[ -]/)[0])).toEqual([`node:${node}`, `node:${node}`])
  })

  it('copies only paths that exist and are not ignored', () => {
    const ignored = textOf('.dockerignore').split('\n')
    const sources = all('COPY')
      .filter((copy) => !copy.startsWith('--from'))
      .flatMap((copy) => copy.split(' ').slice(0, -1))
    expect(sources.length).toBeGreaterThan(8)
    expect(sources.filter((path) => !existsSync(path) || ignored.includes(path))).toEqual([])
  })

  it('runs the shop as a user without rights, and asks it whether it is well', () => {
    expect(all('USER')).toEqual(['node'])
    expect(instructions.findLastIndex(({ name }) => name === 'RUN' || name === 'COPY')).toBeLessThan(
      instructions.findIndex(({ name }) => name === 'USER'),
    )
    expect(all('HEALTHCHECK')[0]).toContain('/health')
    expect(all('CMD')).toEqual(['["node", "server/main.ts"]'])
  })

  it('keeps secrets, data and installed packages out of the image [S42]', () => {
    expect(textOf('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.git', '.env', 'data', 'node_modules']),
    )
    expect(all('ENV').join(' ') + all('ARG').join(' ')).not.toMatch(/KEY|SECRET|PASSWORD|PEPPER/)
  })
})

describe('compose.yaml', () => {
  it('sets only variables that the shop reads', () => {
    const known = textOf('server/config.ts') + textOf('server/database/secrets.ts')
    const names = Object.keys(services.shop?.environment ?? {})
    expect(names).toContain('DATABASE_URL')
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })

  it('takes every secret from the environment, and does not start without [S42]', () => {
    const secrets = Object.values(services)
      .flatMap(({ environment = {} }) => Object.entries(environment))
      .filter(([name]) => /PASSWORD|KEY|PEPPER|DATABASE_URL/.test(name))
    expect(secrets).toHaveLength(4)
    for (const [, value] of secrets) expect(value).toMatch(/\$\{\w+:\?/)
  })

  it('names exact versions, and opens ports to this machine only', () => {
    for (const { image, ports = [] } of Object.values(services)) {
      expect(image ?? 'built:v1.0').toMatch(/:v?\d+\.\d+/)
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    }
  })
})
