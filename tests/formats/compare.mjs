// Other programs read the games of write-games; compares their moves with the played
// ones.
//
//   node compare.mjs DIR
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Chess } from 'chess.js';
import { makeUci } from 'chessops';
import { parseComment, parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';

const dir = process.argv[2];
const text = (name) => readFileSync(`${dir}/${name}`, 'utf8');
const played = (name) => JSON.parse(text(`${name}.json`));
let failed = 0;

function report(who, name, game, why) {
  if (++failed <= 20) console.error(`${who}: ${name}.pgn, game ${game + 1}: ${why}`);
}

function same(who, name, game, want, got) {
  const at = want.findIndex((move, i) => move !== got[i]);
  if (at >= 0) return report(who, name, game, `move ${at + 1} is ${want[at]}, was read as ${got[at]}`);
  if (want.length !== got.length) report(who, name, game, `${got.length} moves instead of ${want.length}`);
}

function count(who, name, want, got) {
  if (want !== got) report(who, name, -1, `${got} games instead of ${want}`);
  console.log(`${who}: ${got} games of ${name}.pgn`);
}

// Splits into one text a game, at an empty line after moves before the next tags.
const games = (name) => text(`${name}.pgn`).split(/\n\n(?=\[)/);

function readByChessJs(name) {
  const want = played(name);
  const all = games(name);
  count('chess.js', name, want.length, all.length);
  all.forEach((pgn, i) => {
    const chess = new Chess();
    try {
      chess.loadPgn(pgn);
    } catch (err) {
      return report('chess.js', name, i, err.message);
    }
    const moves = chess.history({ verbose: true }).map((m) => {
      if (m.isKingsideCastle()) return `${m.from}h${m.from[1]}`;
      if (m.isQueensideCastle()) return `${m.from}a${m.from[1]}`;
      return m.lan;
    });
    same('chess.js', name, i, want[i].actions, moves);
    const result = chess.getHeaders().Result;
    if (result !== want[i].result) report('chess.js', name, i, `result ${result}`);
  });
}

// Clocks in the form of lichess and others: a comment after every move.
function clocks(game, name, i, want) {
  const got = [...game.moves.mainline()].map((node) => parseComment((node.comments ?? []).join(' ')).clock);
  const wrong = got.findIndex((seconds, k) => seconds !== want[k]);
  if (wrong >= 0) report('chessops', name, i, `move ${wrong + 1} left ${want[wrong]} s, was read as ${got[wrong]}`);
}

function readByChessops(name) {
  const want = played(name);
  const all = parsePgn(text(`${name}.pgn`));
  count('chessops', name, want.length, all.length);
  all.forEach((game, i) => {
    const moves = [];
    const start = startingPosition(game.headers);
    if (start.isErr) return report('chessops', name, i, start.error.message);
    const position = start.value;
    for (const node of game.moves.mainline()) {
      const move = parseSan(position, node.san);
      if (!move) return report('chessops', name, i, `${node.san} is no move there`);
      moves.push(makeUci(move));
      position.play(move);
    }
    same('chessops', name, i, want[i].actions, moves);
    if (game.headers.get('Result') !== want[i].result) report('chessops', name, i, 'another result');
    if (game.headers.get('Termination') !== want[i].ended) report('chessops', name, i, `ended by ${game.headers.get('Termination')}`);
    clocks(game, name, i, want[i].clock);
  });
}

// pgn-extract writes promotions in capitals, and castling in chess as the king's move.
function readByExtract(name) {
  const want = played(name);
  const out = execFileSync('pgn-extract', ['-s', '-Wuci', '--nocomments', `-l${dir}/extract.log`, `${dir}/${name}.pgn`],
    { encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, PATH: `${process.env.PATH}:/usr/games` } });
  const complaints = text('extract.log').trim();
  if (complaints) report('pgn-extract', name, 0, complaints.split('\n')[0]);
  const castled = name === 'chess' ? parsePgn(text('chess.pgn')).map(castlings) : null;
  const all = out.split(/\n\n(?=\[)/);
  count('pgn-extract', name, want.length, all.length);
  all.forEach((game, i) => {
    const words = game.slice(game.indexOf('\n\n')).split(/\s+/).filter((w) => w !== '');
    const result = words.pop();
    if (result !== want[i].result) report('pgn-extract', name, i, `result ${result}`);
    same('pgn-extract', name, i, want[i].actions.map((a, k) => (castled?.[i].has(k) ? kingsWay(a) : a)), words.map((w) => w.toLowerCase()));
  });
}

// Returns which moves of a game are castlings, by chessops, which was compared before.
function castlings(game) {
  const found = new Set();
  const position = startingPosition(game.headers).unwrap();
  [...game.moves.mainline()].forEach((node, i) => {
    if (node.san.startsWith('O-O')) found.add(i);
    position.play(parseSan(position, node.san));
  });
  return found;
}

const kingsWay = (move) => `${move.slice(0, 2)}${move[2] === 'h' ? 'g' : 'c'}${move[3]}`;

// Accepts the PGN standard's grammar and nothing more: sections 7 (tokens) and 8
// (parsing games).
function* tokens(pgn) {
  const form = /\s+|\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{([^}]*)\}|(1-0|0-1|1\/2-1\/2|\*)(?=\s)|(\d+)\.*|(--|[A-Za-z0-9][\w+#=:-]*)/gy;
  while (form.lastIndex < pgn.length) {
    const at = form.lastIndex;
    const m = form.exec(pgn);
    if (!m) throw new Error(`no token: ${pgn.slice(at, at + 30)}`);
    if (m[1]) yield { tag: m[1], value: m[2].replace(/\\(.)/g, '$1') };
    else if (m[3] !== undefined) yield { comment: m[3].replace(/\s+/g, ' ') };
    else if (m[4]) yield { result: m[4] };
    else if (m[6]) yield { move: m[6] };
  }
}

function readPlainly(name) {
  const want = played(name);
  let game = { tags: {}, actions: [] };
  let n = 0;
  for (const t of tokens(text(`${name}.pgn`))) {
    if (t.tag) game.tags[t.tag] = t.value;
    else if (t.comment) game.actions.push(...[...t.comment.matchAll(/\[%act ([^\]]+)\]/g)].map((m) => m[1]));
    else if (t.move && t.move !== '--') game.actions.push(t.move);
    else if (t.result) {
      same('plain parser', name, n, want[n].actions, game.actions);
      if (t.result !== want[n].result || game.tags.Result !== t.result) report('plain parser', name, n, 'result');
      if (game.tags.Termination !== want[n].ended) report('plain parser', name, n, `ended by ${game.tags.Termination}`);
      for (const tag of ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Variant'])
        if (!(tag in game.tags)) report('plain parser', name, n, `no tag ${tag}`);
      game = { tags: {}, actions: [] };
      n++;
    }
  }
  count('plain parser', name, want.length, n);
}

readByChessJs('chess');
for (const name of ['chess', 'chess960']) {
  readByChessops(name);
  readByExtract(name);
}
// A side that may castle only with an inner rook on the queen's side: pgn-extract reads its
// letter as the king's side.
readByChessops('queenside');
readPlainly('others');
if (failed) {
  console.error(`${failed} differences`);
  process.exit(1);
}
