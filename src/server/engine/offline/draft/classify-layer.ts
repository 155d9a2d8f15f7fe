/** Where in a system a task works: what is below is built first. */
export type Layer = 'data' | 'api' | 'ui' | 'tests' | 'other';

const TESTS =
  /^(?:Test|Benchmark|Cover)\b|^(?:Add|Write|Run|Make|Automate|Provide) (?:[\w-]+ ){0,3}(?:tests?|test suite|benchmarks?|coverage)\b/u;
const DATA =
  /\b(?:schema|data ?model|database|migrations?|tables?|columns?|persist\w*|index(?:es)?|foreign key|entity|entities|records? (?:is|are|must)|stored? in|storage|append-only)\b/iu;
const API =
  /\b(?:api|apis|endpoints?|rest|graphql|grpc|webhooks?|backend|server-side|GET|POST|PUT|PATCH|DELETE|http|rpc|queue|worker|service)\b/u;
const UI =
  /\b(?:ui|screens?|pages?|buttons?|dialogs?|modals?|forms?|views?|dashboards?|menus?|tabs?|widgets?|tooltips?|icons?|layout|sidebar|toolbar|dark mode|theme|keyboard shortcuts?|drag(?:ging)?|click\w*|display(?:s|ed)?|shows?|shown)\b/iu;

export function classifyLayer(text: string): Layer {
  if (TESTS.test(text)) return 'tests';
  if (DATA.test(text)) return 'data';
  if (API.test(text)) return 'api';
  return UI.test(text) ? 'ui' : 'other';
}
