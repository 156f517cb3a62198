// The standard mutation operators on the syntax tree of one file. Types, comments and names are never
// changed. A call that only writes to the log is no behaviour and is not removed.
import { parseAst } from 'vite';

const BOUNDARY = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const OPPOSITE = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
};
const ARITHMETIC = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const ASSIGNED = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' };
const LOGICAL = { '&&': '||', '||': '&&' };
const LOG_CALL = /(^|\.)(log|logger|console)\.\w+$/;
/** Nodes of TypeScript that wrap an expression which runs. */
const WRAPPERS = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);
const CONDITIONS = new Set(['IfStatement', 'ConditionalExpression', 'WhileStatement', 'DoWhileStatement']);

const isText = (node) =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left) || isText(node.right)));

const called = (expression) => {
  const inner = expression.type === 'AwaitExpression' ? expression.argument : expression;
  const plain = inner.type === 'ChainExpression' ? inner.expression : inner;
  return plain.type === 'CallExpression' && plain.callee.type !== 'Super' ? plain.callee : null;
};

const isKey = (node, parent) =>
  (parent?.type === 'Property' || parent?.type === 'PropertyDefinition') &&
  parent.key === node &&
  !parent.computed;

/** Blocks whose statements may be removed: bodies of functions, branches and loops. */
const isBody = (node, parent, grand) => {
  if (node.body.length === 0 || !parent) return false;
  // An empty constructor breaks every use of the class, so this mutant would prove nothing.
  if (FUNCTIONS.has(parent.type)) return grand?.kind !== 'constructor';
  if (parent.type === 'IfStatement' || /^(For|While|DoWhile)/.test(parent.type)) return true;
  return false;
};

const changesOf = (node, parent, grand, text) => {
  const of = ({ start, end }) => text.slice(start, end);
  switch (node.type) {
    case 'BinaryExpression': {
      const with_ = (operator) => `${of(node.left)} ${operator} ${of(node.right)}`;
      const changes = [];
      if (BOUNDARY[node.operator]) changes.push(['conditional boundary', with_(BOUNDARY[node.operator])]);
      if (OPPOSITE[node.operator]) changes.push(['negated condition', with_(OPPOSITE[node.operator])]);
      if (ARITHMETIC[node.operator] && !(node.operator === '+' && isText(node)))
        changes.push(['arithmetic', with_(ARITHMETIC[node.operator])]);
      return changes;
    }
    case 'LogicalExpression':
      return LOGICAL[node.operator]
        ? [['logical operator', `(${of(node.left)}) ${LOGICAL[node.operator]} (${of(node.right)})`]]
        : [];
    case 'UnaryExpression':
      return node.operator === '!' ? [['negated condition', of(node.argument)]] : [];
    case 'UpdateExpression': {
      const other = node.operator === '++' ? '--' : '++';
      const target = of(node.argument);
      return [['arithmetic', node.prefix ? `${other}${target}` : `${target}${other}`]];
    }
    case 'AssignmentExpression':
      return ASSIGNED[node.operator] && !isText(node.right)
        ? [['arithmetic', `${of(node.left)} ${ASSIGNED[node.operator]} ${of(node.right)}`]]
        : [];
    case 'Literal':
      if (typeof node.value === 'boolean' && !isKey(node, parent))
        return [['boolean literal', String(!node.value)]];
      return isReturned(node, parent) ? returned(node) : [];
    case 'ExpressionStatement': {
      const callee = called(node.expression);
      return callee && !LOG_CALL.test(of(callee)) ? [['removed call', '']] : [];
    }
    case 'BlockStatement': {
      const [only] = node.body;
      const isOneCall =
        node.body.length === 1 && only.type === 'ExpressionStatement' && called(only.expression) !== null;
      return isBody(node, parent, grand) && !isOneCall ? [['empty block', '{}']] : [];
    }
    default:
      return [];
  }
};

const isReturned = (node, parent) =>
  parent?.type === 'ReturnStatement' || (parent?.type === 'ArrowFunctionExpression' && parent.body === node);
const returned = ({ value }) => {
  if (typeof value === 'number') return [['return literal', String(value + 1)]];
  if (typeof value === 'string') return [['return literal', value === '' ? '"mutant"' : '""']];
  return [];
};

/** A condition that is no comparison: `if (ready)`. */
const isBareCondition = (node, parent) =>
  CONDITIONS.has(parent?.type) &&
  parent.test === node &&
  !['BinaryExpression', 'LogicalExpression', 'UnaryExpression', 'Literal'].includes(node.type);

const placeOf = (text, at) => {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1).length + 1 };
};

/**
 * Every mutant of a file, in the order of the text: operator, span, replacement, whether it is a statement,
 * and `key`, which stays the same as long as its line does.
 */
export const mutantsOf = (path, text, hash) => {
  const program = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts', astType: 'ts' });
  const lines = text.split('\n');
  const found = [];
  const seen = new Map();
  const add = (operator, { start, end, type }, replacement) => {
    const { line, column } = placeOf(text, start);
    const shown = lines[line - 1].trim();
    const same = `${path}|${operator}|${shown}|${text.slice(start, end)}|${replacement}`;
    const nth = seen.get(same) ?? 0;
    seen.set(same, nth + 1);
    const isStatement = type === 'ExpressionStatement' || type === 'BlockStatement';
    const original = text.slice(start, end);
    found.push({
      key: hash(`${same}|${nth}`).slice(0, 16),
      path,
      operator,
      start,
      end,
      line,
      column,
      shown,
      original,
      replacement,
      isStatement,
      type,
    });
  };
  const visit = (node, parent, grand) => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, parent, grand);
      return;
    }
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return;
    if (WRAPPERS.has(node.type)) {
      visit(node.expression, parent, grand);
      return;
    }
    if (node.type.startsWith('TS') || node.declare || /^(Import|ExportAll)/.test(node.type)) return;
    // A React hook runs only in a screen.
    if (node.type === 'VariableDeclarator' && /^use[A-Z]/.test(node.id.name ?? '')) return;
    for (const [operator, replacement] of changesOf(node, parent, grand, text))
      add(operator, node, replacement);
    if (isBareCondition(node, parent))
      add('negated condition', node, `!(${text.slice(node.start, node.end)})`);
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value, node, parent);
  };
  visit(program.body, null, null);
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
};

/**
 * The text of a file with all these mutants in it, each behind a switch: `__mutant(id)` is true for the
 * active mutant, and records that it was reached.
 */
export const withSwitches = (text, mutants) => {
  const render = (start, end, inside) => {
    let [out, at] = ['', start];
    for (let n = 0; n < inside.length;) {
      const [first] = inside.slice(n);
      const same = inside.filter((one) => one.start === first.start && one.end === first.end);
      const within = inside.filter(
        (one) => one.start >= first.start && one.end <= first.end && !same.includes(one),
      );
      out += text.slice(at, first.start) + switched(first, same, within);
      at = first.end;
      n += same.length + within.length;
    }
    return out + text.slice(at, end);
  };
  const on = ({ id }) => `globalThis.__mutant?.(${id})`;
  const switched = (first, same, within) => {
    if (first.type === 'BlockStatement') {
      const inner = render(first.start + 1, first.end - 1, within);
      return `{ if (!(${same.map(on).join(' || ')})) {${inner}} }`;
    }
    const plain = render(first.start, first.end, within);
    if (first.isStatement) return `{ if (!(${same.map(on).join(' || ')})) { ${plain} } }`;
    return `(${same.map((one) => `${on(one)} ? (${one.replacement}) : `).join('')}(${plain}))`;
  };
  return render(
    0,
    text.length,
    [...mutants].sort((a, b) => a.start - b.start || b.end - a.end),
  );
};
