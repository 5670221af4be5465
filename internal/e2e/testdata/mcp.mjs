// What a client of the TypeScript SDK sees. node mcp.mjs SCENARIO FOLDER
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const [, , scenario, folder] = process.argv
const yaml = 'steps:\n  - shell: sh\n  - run: echo from the client\n  - expect: from the client\n  - screenshot: shot.png\n  - run: echo again\n'

async function tour(client, http) {
  const names = (await client.listTools()).tools.map(t => t.name)
  for (const name of ['scenario_run', 'scenario_check', 'scenario_plan', 'scenario_schema', 'scenario_render',
    'shell_start', 'shell_send', 'shell_read', 'shell_screenshot', 'shell_record_start', 'shell_record_stop', 'shell_stop',
    'shell_wait', 'shell_expect', 'shell_keys', 'shell_mouse', 'shell_resize', 'shell_list', 'shell_export'])
    assert(names.includes(name), name)

  const steps = []
  const ran = await client.callTool({ name: 'scenario_run', arguments: { yaml } }, undefined, { onprogress: p => steps.push(p) })
  assert.equal(ran.isError, undefined, JSON.stringify(ran.content))
  assert.equal(ran.structuredContent.verdict, 'passed')
  assert(steps.length > 0 && steps[0].total === 5, JSON.stringify(steps))
  const link = ran.content.find(c => c.type === 'resource_link' && c.uri.endsWith('shot.png'))
  const png = (await client.readResource({ uri: link.uri })).contents[0]
  assert.equal(png.mimeType, 'image/png')
  assert(Buffer.from(png.blob, 'base64').equals(readFileSync(join(folder, 'shot.png'))), 'the picture is the file')

  const failed = await client.callTool({ name: 'scenario_run', arguments: { yaml: 'timeouts: {step: 200ms}\nsteps:\n  - shell: sh\n  - expect: never there\n' } })
  assert.notEqual(failed.structuredContent.verdict, 'passed')
  assert(failed.content.some(c => c.type === 'image' && c.mimeType === 'image/png'))
  const bad = await client.callTool({ name: 'scenario_check', arguments: { yaml: 'steps:\n  - wiat: x\n' } })
  assert.deepEqual([bad.structuredContent.ok, bad.structuredContent.problems[0].line], [false, 2])
  assert((await client.callTool({ name: 'scenario_run', arguments: { yaml, vras: {} } })).isError, 'an unknown argument')

  // The seven of shellwright, with their fields as JSON text and as structured content.
  const call = async (name, args) => {
    const r = await client.callTool({ name, arguments: args })
    assert.equal(r.isError, undefined, name + ' ' + JSON.stringify(r.content))
    if (name !== 'shell_read') assert.deepEqual(JSON.parse(r.content[0].text), r.structuredContent)
    return r
  }
  const { shell_session_id: id } = (await call('shell_start', { command: 'bash', cols: 100, rows: 30 })).structuredContent
  assert.match(id, /^shell-session-[0-9a-f]+$/)
  const sent = (await call('shell_send', { session_id: id, input: 'echo $((40+2))\\r' })).structuredContent
  assert.equal(sent.success, true)
  assert(!sent.bufferBefore.includes('42') && sent.bufferAfter.includes('42'))
  assert.match((await call('shell_read', { session_id: id })).content[0].text, /42/)
  await call('shell_record_start', { session_id: id, fps: 10 })
  await call('shell_send', { session_id: id, input: 'seq 1 500\\r' })
  const rec = (await call('shell_record_stop', { session_id: id, name: 'rec' })).structuredContent
  assert.equal(rec.filename, 'rec.gif')
  assert(rec.frame_count > 0 && rec.duration_ms > 0 && typeof rec.hint === 'string')
  assert.equal(readFileSync(rec.path).subarray(0, 6).toString(), 'GIF89a')
  const shot = await call('shell_screenshot', { session_id: id, name: 'after', border: { style: 'macos', title: 'a & b' } })
  assert.equal(shot.structuredContent.filename, 'after.png')
  const image = shot.content.find(c => c.type === 'image')
  assert(Buffer.from(image.data, 'base64').equals(readFileSync(shot.structuredContent.path)))
  for (const format of ['png', 'svg', 'ansi', 'txt']) assert(readFileSync(shot.structuredContent.paths[format]).length > 0)
  assert.match(readFileSync(shot.structuredContent.paths.txt, 'utf8'), /^500$/m, 'the last rows, not the first of the scrollback')
  if (http) {
    for (const [url, path] of [[shot.structuredContent.download_png_url, shot.structuredContent.path], [rec.download_gif_url, rec.path]]) {
      const r = await fetch(url)
      assert(Buffer.from(await r.arrayBuffer()).equals(readFileSync(path)), url)
    }
  }
  const screen = await client.readResource({ uri: `scenario://sessions/${id}/screen` })
  assert.match(screen.contents[0].text, /500/)
  assert((await client.listPrompts()).prompts.length > 0)
  assert.match((await client.readResource({ uri: 'scenario://schema' })).contents[0].text, /^\{/)
  assert.equal((await call('shell_stop', { session_id: id })).structuredContent.success, true)
  assert((await client.callTool({ name: 'shell_send', arguments: { session_id: id, input: 'x' } })).isError)
}

// stdio
const stdio = new Client({ name: 'test', version: '1' })
await stdio.connect(new StdioClientTransport({ command: scenario, args: ['mcp'], cwd: folder, env: process.env }))
await tour(stdio, false)
await stdio.close()

// HTTP
const server = spawn(scenario, ['mcp', '--http', '127.0.0.1:0'], { cwd: folder, env: { ...process.env, SCENARIO_TOKEN: 'the-token' } })
const url = await new Promise((resolve, reject) => {
  let text = ''
  server.stderr.on('data', d => {
    const m = (text += d).match(/listening: (\S+)/)
    if (m) resolve(new URL(m[1]))
  })
  server.on('exit', () => reject(new Error(text)))
})
const transport = token => new StreamableHTTPClientTransport(url, { requestInit: { headers: { Authorization: 'Bearer ' + token } } })
const connect = async () => {
  const c = new Client({ name: 'test', version: '1' })
  const t = transport('the-token')
  await c.connect(t)
  return { c, t }
}
const one = await connect()
await tour(one.c, true)

// Another client does not see the sessions of the first.
const { shell_session_id: id } = (await one.c.callTool({ name: 'shell_start', arguments: { command: 'sh' } })).structuredContent
const two = await connect()
assert((await two.c.callTool({ name: 'shell_send', arguments: { session_id: id, input: 'x' } })).isError)
assert.deepEqual((await two.c.callTool({ name: 'shell_list', arguments: {} })).structuredContent.sessions, [])
assert.equal((await one.c.callTool({ name: 'shell_list', arguments: {} })).structuredContent.sessions.length, 1)

await assert.rejects(new Client({ name: 'test', version: '1' }).connect(transport('wrong')), /401|token/)
const status = headers => new Promise((resolve, reject) => {
  const r = request(url, { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', Authorization: 'Bearer the-token', ...headers } },
    res => { res.resume(); resolve(res.statusCode) })
  r.on('error', reject)
  r.end('{"jsonrpc":"2.0","id":1,"method":"ping"}')
})
assert.equal(await status({ Authorization: '' }), 401)
assert.equal(await status({ Host: 'evil.example' }), 403)
assert.equal(await status({ Origin: 'http://evil.example' }), 403)
assert.equal(await status({ 'Sec-Fetch-Site': 'cross-site' }), 403)
assert.equal(await status({ 'Mcp-Session-Id': 'nobody' }), 404)

// DELETE ends the programs of the session; SIGTERM the others, and the server.
await one.t.terminateSession()
await one.c.close()
await two.c.callTool({ name: 'shell_start', arguments: { command: 'sh', args: ['-c', "trap '' HUP TERM; sleep 1000 & wait"] } })
const exit = new Promise(resolve => server.on('exit', resolve))
server.kill('SIGTERM')
assert.equal(await exit, 143)
console.log('ok')
process.exit(0)
