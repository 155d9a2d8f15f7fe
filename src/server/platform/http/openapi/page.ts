import { escapeHtml } from '../../escape-html.ts';
import type { JsonSchema, OpenApiDocument, Operation, Parameter, Response } from './document-types.ts';
import { type Field, describeType, follow, listFields, nameOf, shapeLink } from './page-fields.ts';
import { PAGE_STYLE } from './page-style.ts';

interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** Renders the document as a page: no script, no external resources, both themes. */
export function renderApiPage(document: OpenApiDocument): string {
  const calls = listCalls(document);
  const title = escapeHtml(document.info.title);
  const tags = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${PAGE_STYLE}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the calls</a>
<nav aria-label="Calls">
<p class="brand"><a href="/">${title}</a> <small>${escapeHtml(document.info.version)}</small></p>
${tags.map(({ name, calls: own }) => `<h2>${escapeHtml(name)}</h2>\n<ul>${own.map(navItem).join('')}</ul>`).join('\n')}
<h2>Shapes</h2>
<ul>${Object.keys(document.components.schemas)
    .map((name) => `<li>${shapeLink(name)}</li>`)
    .join('')}</ul>
</nav>
<main id="main" tabindex="-1">
<h1>${title}</h1>
<p class="lead">${escapeHtml(document.info.description)}</p>
<p><a href="/api/openapi.json">The same as an OpenAPI document</a></p>
<h2 id="credentials">Credentials</h2>
${fieldTable('Ways to say who is calling', securityFields(document))}
${tags.map(({ name, calls: own }) => `<h2>${escapeHtml(name)}</h2>\n${own.map((call) => renderCall(call, document)).join('\n')}`).join('\n')}
<h2>Shapes</h2>
${Object.entries(document.components.schemas)
  .map(([name, schema]) => renderShape(name, schema, document))
  .join('\n')}
</main>
</body>
</html>
`;
}

function listCalls(document: OpenApiDocument): Call[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

const navItem = ({ method, path, operation }: Call) =>
  `<li><a href="#${operation.operationId}"><span class="method">${method}</span> ${escapeHtml(path)}</a></li>`;

function securityFields({ components }: OpenApiDocument): Field[] {
  return Object.entries(components.securitySchemes).map(([name, scheme]) => ({
    name,
    required: false,
    typeHtml: escapeHtml(scheme.type === 'http' ? 'Authorization: Bearer' : `${scheme.in}: ${scheme.name}`),
    notesHtml: escapeHtml(scheme.description ?? ''),
  }));
}

function renderCall({ method, path, operation }: Call, document: OpenApiDocument): string {
  const { schemas } = document.components;
  const body = operation.requestBody?.content['application/json']?.schema;
  return `<article aria-labelledby="${operation.operationId}">
<h3 id="${operation.operationId}"><span class="method">${method}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}</p>
<p class="quiet">${describeAccess(operation)}</p>
${fieldTable('Parameters', (operation.parameters ?? []).map(parameterField), sent)}
${body === undefined ? '' : fieldTable('Body', listFields(follow(body, schemas), schemas), sent)}
${Object.entries(operation.responses)
  .map(([status, response]) => ('$ref' in response ? '' : renderAnswer(status, response, document)))
  .join('')}
${renderFailures(operation, document)}
</article>`;
}

function describeAccess({ security }: Operation): string {
  if (security.length === 0) return 'Anybody may call this.';
  const names = security.flatMap((scheme) => Object.keys(scheme)).map((name) => `<code>${escapeHtml(name)}</code>`);
  const open = security.some((scheme) => Object.keys(scheme).length === 0);
  return `${open ? 'With or without' : 'With'} <a href="#credentials">credentials</a>: ${names.join(' or ')}.`;
}

function parameterField({ name, in: place, required, description, schema }: Parameter): Field {
  return {
    name,
    required,
    typeHtml: `${describeType(schema)} in the ${place}`,
    notesHtml: escapeHtml(description ?? ''),
  };
}

function renderAnswer(
  status: string,
  { description, content = {} }: Response,
  { components }: OpenApiDocument,
): string {
  const [[type, media] = ['', undefined]] = Object.entries(content);
  if (media === undefined) return `<p class="quiet">Answer ${status}: ${escapeHtml(description)}</p>`;
  if (type !== 'application/json')
    return `<p class="quiet">Answer ${status}: ${escapeHtml(description)} (${escapeHtml(type)})</p>`;
  const { schema } = media;
  const fields = listFields(schema, components.schemas).filter(({ name }) => name !== 'success');
  return fields.length > 0
    ? fieldTable(`Answer ${status}`, fields, received)
    : `<p class="quiet">Answer ${status}: ${describeType(schema)}</p>`;
}

function renderFailures(operation: Operation, { components }: OpenApiDocument): string {
  const items = Object.entries(operation.responses).flatMap(([status, response]) => {
    if (!('$ref' in response)) return [];
    const kinds = errorTypesIn(components.responses[nameOf(response.$ref)]).join(', ');
    return [`<li><b>${status}</b> ${escapeHtml(kinds)}</li>`];
  });
  return items.length === 0 ? '' : `<h4>Failures</h4>\n<ul class="failures">${items.join('')}</ul>`;
}

function errorTypesIn(response: Response | undefined): string[] {
  const parts = response?.content?.['application/json']?.schema.allOf ?? [];
  return parts.flatMap((part) => {
    const errorType = typeof part === 'object' ? part.properties?.errorType : undefined;
    return typeof errorType === 'object' ? (errorType.enum ?? []).map(String) : [];
  });
}

function renderShape(name: string, schema: JsonSchema, { components }: OpenApiDocument): string {
  const fields = listFields(schema, components.schemas);
  const id = `shape-${escapeHtml(name)}`;
  const parts = (schema.anyOf ?? []).flatMap((part) => (typeof part === 'object' ? [part] : []));
  const content =
    fields.length > 0
      ? fieldTable('Fields', fields, schema.additionalProperties === false ? sent : received)
      : parts.some(({ properties }) => properties !== undefined)
        ? parts
            .map((part, index) =>
              fieldTable(`Form ${index + 1} of ${parts.length}`, listFields(part, components.schemas)),
            )
            .join('\n')
        : `<p>${describeType(schema)}${schema.format === undefined ? '' : `, ${escapeHtml(schema.format)}`}</p>`;
  const description = schema.description === undefined ? '' : `<p class="quiet">${escapeHtml(schema.description)}</p>`;
  return `<article aria-labelledby="${id}"><h3 id="${id}">${escapeHtml(name)}</h3>${description}${content}</article>`;
}

/** Request fields are optional unless marked required; response fields are present unless marked optional. */
const sent = ({ required }: Field) => (required ? 'required' : '');
const received = ({ required }: Field) => (required ? '' : 'optional');

/** Explicit ARIA roles, because the narrow layout changes `display` and with it the table semantics. */
function fieldTable(caption: string, fields: Field[], mark: (field: Field) => string = () => ''): string {
  if (fields.length === 0) return '';
  const rows = fields.map((field) => {
    const name = `<code>${escapeHtml(field.name)}</code> <small>${mark(field)}</small>`;
    return `<tr role="row"><th role="rowheader" scope="row">${name}</th><td role="cell">${field.typeHtml}</td><td role="cell">${field.notesHtml}</td></tr>`;
  });
  return `<table role="table"><caption>${escapeHtml(caption)}</caption><tbody role="rowgroup">${rows.join('')}</tbody></table>`;
}
