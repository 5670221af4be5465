// Explores k9s over MCP with the TypeScript SDK, as k9s.py does without it.
//
//   npm install @modelcontextprotocol/sdk
//   go run ./examples/k9s                      # prints the path of a KUBECONFIG
//   node examples/agents/k9s.mjs KUBECONFIG    # writes k9s-explored.yaml
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const kubeconfig = process.argv[2]
const config = mkdtempSync(join(tmpdir(), 'k9s-'))
writeFileSync(join(config, 'config.yaml'), 'k9s: {skipLatestRevCheck: true, ui: {logoless: true, splashless: true}}\n')

const client = new Client({ name: 'k9s.mjs', version: '1' })
await client.connect(new StdioClientTransport({ command: 'scenario', args: ['mcp'], env: process.env }))

async function call(tool, args) {
  const result = await client.callTool({ name: tool, arguments: args })
  if (result.isError) throw new Error(result.content[0].text)
  return result.structuredContent
}

const { shell_session_id: session_id } = await call('shell_start', {
  command: 'k9s', args: ['--readonly', '--all-namespaces', '--command', 'pods'], cols: 120, rows: 30,
  env: { KUBECONFIG: kubeconfig, K9S_CONFIG_DIR: config, K9S_LOGS_DIR: config },
})
const keys = (keys, text = '') => call('shell_keys', { session_id, keys, text })
const wait = what => call('shell_wait', { session_id, for: what, timeout: '2m' }) // never sleep

await wait('coredns')
await keys(':')
await keys('enter', 'deployments')
await wait({ regex: String.raw`(?i)deployments\(all\)\[\d+\]` })
await keys('d')
console.log((await wait('Describe(')).screen.join('\n'))
console.log((await call('shell_screenshot', { session_id, name: 'describe' })).path)
await keys('escape')
await wait({ regex: String.raw`(?i)deployments\(all\)\[\d+\]` })
await keys(':')
await keys('enter', 'q')
await wait({ exit: 0 })
const exported = await call('shell_export', { session_id, path: 'k9s-explored.yaml', verify: true })
console.log(exported.yaml)
console.log('verified:', exported.verified)
await client.close()
process.exit(exported.verified === 'passed' ? 0 : 1)
