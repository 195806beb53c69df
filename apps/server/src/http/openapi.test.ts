import { ERROR_CODES, LIMITS, operations, SERVER_LIMITS } from '@coffer/contracts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi.ts';

const Schema = z.record(z.string(), z.unknown());
const Content = z.record(z.string(), z.strictObject({ schema: Schema }));
const Parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: Schema,
});
const Described = z.strictObject({
  operationId: z.string(),
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter),
  requestBody: z.strictObject({ required: z.literal(true), content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^(\d{3}|default)$/),
    z.strictObject({
      description: z.string().min(1),
      content: Content.optional(),
      headers: z.record(z.string(), z.looseObject({ schema: Schema })).optional(),
    }),
  ),
});
const Document = z.strictObject({
  openapi: z.literal('3.1.1'),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.strictObject({ url: z.url() })).min(1),
  paths: z.record(
    z.string().regex(/^\/(?!.*\/$)/),
    z.partialRecord(z.enum(['get', 'post', 'patch', 'delete']), Described),
  ),
  components: z.strictObject({
    schemas: z.record(z.string(), Schema),
    securitySchemes: z.record(z.string(), Schema),
  }),
  'x-limits': z.record(z.string(), z.int()),
  'x-error-status': z.record(z.enum(ERROR_CODES), z.number()),
});

const document = Document.parse(
  JSON.parse(JSON.stringify(openApiDocument('http://localhost:8420', 'coffer'))),
);

test('a validator that others wrote finds nothing wrong with the document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect([valid, errors]).toEqual([true, undefined]);
});

test('a call that may lead elsewhere says so', () => {
  const content = document.paths['/nodes/{nodeId}/content']?.get;
  expect(content?.responses['302']?.headers).toHaveProperty('Location');
});

test('no schema is a boolean or a list of positions, which common tools cannot read', () => {
  const found: string[] = [];
  const walk = (value: unknown, at: string): void => {
    if (at.endsWith('.prefixItems') || (typeof value === 'boolean' && /\.(items|not)$/.test(at)))
      found.push(at);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) walk(inner, `${at}.${key}`);
  };
  walk(document.paths, 'paths');
  expect(found).toEqual([]);
});

test('a pair is a list of two of one kind', () => {
  const { responses } = find('createUpload');
  expect(JSON.stringify(responses['201'])).toContain(
    '"items":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}',
  );
});

test('limits are whole numbers under their names, and bound the parameters that they are for', () => {
  expect(document['x-limits']).toEqual({ ...LIMITS, ...SERVER_LIMITS });
  const limits = Object.values(operations).flatMap((operation) =>
    Object.values(document.paths[operation.path] ?? {}).flatMap((described) =>
      (described?.parameters ?? []).filter((parameter) => parameter.name === 'limit'),
    ),
  );
  expect(limits.length).toBeGreaterThan(4);
  for (const { schema, required } of limits) {
    const { default: pageSize, ...range } = schema;
    expect([range, required]).toEqual([{ type: 'integer', minimum: 0, maximum: LIMITS.pageSizeMax }, false]);
    expect([LIMITS.childrenPageSize, LIMITS.commentsPageSize]).toContain(pageSize);
  }
});

test('an instant is a date and a time', () => {
  const body = find('createUpload').requestBody?.content['application/json']?.schema;
  expect(body).toMatchObject({ properties: { modifiedAt: { type: 'string', format: 'date-time' } } });
});

function find(name: keyof typeof operations): z.infer<typeof Described> {
  const { path, method } = operations[name];
  return Described.parse(
    Object.entries(document.paths[path] ?? {}).find(([key]) => key === method.toLowerCase())?.[1],
  );
}

test('every operation is described once, under its own id', () => {
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((described) => described?.operationId),
  );
  expect(ids.map(String).toSorted()).toEqual(Object.keys(operations).toSorted());
});

test('the parameters in braces are the parameters of the path, all required', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const braced = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const described of Object.values(methods)) {
      const inPath = (described?.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name, required }) => ({ name, required }))).toEqual(
        braced.map((name) => ({ name, required: true })),
      );
    }
  }
});

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(references.length).toBeGreaterThan(0);
  for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name);
  expect(JSON.stringify(document)).not.toMatch(/"\$ref":"(?!#\/components\/schemas\/)/);
});

test('no schema allows additional members', () => {
  const empty: string[] = [];
  const walk = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (
      !Array.isArray(value) &&
      Object.keys(value).length === 0 &&
      /\.(properties\.\w+|items|schema)$/.test(at)
    )
      empty.push(at);
    for (const [key, inner] of Object.entries(value)) walk(inner, `${at}.${key}`);
  };
  walk(document.paths, 'paths');
  expect(empty).toEqual([]);
});

test('ids are UUIDs, and what has defaults is optional for the caller', () => {
  expect(find('getNode').parameters[0]).toMatchObject({
    name: 'nodeId',
    schema: { type: 'string', format: 'uuid' },
  });
  const query = find('listChildren').parameters.filter((parameter) => parameter.in === 'query');
  expect(query.map(({ name, required }) => [name, required])).toEqual([
    ['sort', false],
    ['order', false],
    ['at', false],
    ['after', false],
    ['limit', false],
    ['filter', false],
  ]);
  const folder = find('createFolder').requestBody?.content['application/json']?.schema;
  expect(folder).toMatchObject({ required: ['parentId', 'name'], additionalProperties: false });
});

function headers(name: keyof typeof operations): readonly string[] {
  const { parameters } = find(name);
  return parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name);
}

test('what a change demands in its headers is said', () => {
  expect(headers('getNode')).toEqual([]);
  expect(headers('renameNode')).toEqual(['X-Coffer', 'If-Match']);
  expect(headers('createUpload')).toEqual(['X-Coffer', 'Idempotency-Key']);
});

test('every answer has its status and its schema, and every refusal is a problem', () => {
  for (const [name, operation] of Object.entries(operations)) {
    const { responses } = find(name as keyof typeof operations);
    const redirect = 'redirects' in operation ? ['302'] : [];
    const ranges = 'answersBytes' in operation ? ['206', '416'] : [];
    expect(Object.keys(responses)).toEqual([String(operation.status), ...redirect, ...ranges, 'default']);
    const hasContent = ['response', 'downloads', 'answersBytes', 'answersPicture'].some(
      (member) => member in operation,
    );
    expect(responses[operation.status]?.content === undefined).toBe(!hasContent);
    expect(Object.keys(responses['default']?.content ?? {})).toEqual(['application/problem+json']);
  }
});

test('the session is the cookie that is really sent, and headers say what they may be', () => {
  expect(document.components.securitySchemes['session']).toEqual({
    type: 'apiKey',
    in: 'cookie',
    name: 'coffer',
  });
  const patterns = [...find('createFolder').parameters, ...find('renameNode').parameters].flatMap(
    ({ in: place, name, schema }) => (place === 'header' ? [[name, String(schema['pattern'])] as const] : []),
  );
  const allowed = { 'X-Coffer': '1', 'If-Match': '"17"', 'Idempotency-Key': '01890a5d-ac96' };
  const refused = { 'X-Coffer': '2', 'If-Match': '*', 'Idempotency-Key': 'short' };
  expect(new Set(patterns.map(([name]) => name))).toEqual(new Set(Object.keys(allowed)));
  for (const [name, pattern] of patterns) {
    expect(new RegExp(pattern).test(String(Reflect.get(allowed, name)))).toBe(true);
    expect(new RegExp(pattern).test(String(Reflect.get(refused, name)))).toBe(false);
  }
});
