// Reads lines of JSON {cols, rows, data (base64)} and answers each with the
// screen that xterm.js shows: {rows: [...], col, row}.
const {Terminal} = require(process.env.SCENARIO_XTERMJS);
const lines = require('readline').createInterface({input: process.stdin});
let chain = Promise.resolve();
lines.on('line', line => {
  chain = chain.then(() => new Promise(done => {
    const {cols, rows, data} = JSON.parse(line);
    const term = new Terminal({cols, rows, allowProposedApi: true, scrollback: 0});
    term.write(Buffer.from(data, 'base64'), () => {
      const b = term.buffer.active, out = [];
      for (let y = 0; y < rows; y++) out.push(b.getLine(b.baseY + y).translateToString(true));
      console.log(JSON.stringify({rows: out, col: b.cursorX, row: b.cursorY}));
      term.dispose();
      done();
    });
  }));
});
