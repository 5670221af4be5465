// Writes a file into xterm.js again and again, in parts, for a second of CPU time;
// prints MB/s.
const {Terminal} = require(process.env.SCENARIO_XTERMJS);
const data = require('fs').readFileSync(process.argv[1]);
const part = Number(process.argv[2]);
const term = new Terminal({cols: 120, rows: 40, scrollback: 1000, allowProposedApi: true});
const write = chunk => new Promise(done => term.write(chunk, done));
const cpu = since => {
  const {user, system} = process.cpuUsage(since);
  return (user + system) / 1e6;
};
(async () => {
  const all = async () => {
    for (let i = 0; i < data.length; i += part) await write(data.subarray(i, i + part));
  };
  await all(); // warm
  const start = process.cpuUsage();
  let bytes = 0;
  do {
    await all();
    bytes += data.length;
  } while (cpu(start) < 1);
  console.log(bytes / cpu(start) / 1e6);
})();
