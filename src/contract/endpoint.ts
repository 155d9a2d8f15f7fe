import type { z } from 'zod';
import type { ErrorType } from './errors.ts';
import type { Id } from './fields.ts';

/** `user`: a signed-in person. `caller`: that person, or an agent with the person's key. */
export type Access = 'public' | 'user' | 'caller' | 'admin';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type ObjectSchema = z.ZodObject | undefined;
type Fields<S extends ObjectSchema> = S extends z.ZodObject ? z.output<S> : unknown;
type SentFields<S extends ObjectSchema> = S extends z.ZodObject ? z.input<S> : unknown;

export interface Endpoint<
  P extends ObjectSchema = ObjectSchema,
  Q extends ObjectSchema = ObjectSchema,
  B extends ObjectSchema = ObjectSchema,
  D extends z.ZodType = z.ZodType,
  M extends Method = Method,
  U extends `/${string}` = `/${string}`,
  H extends boolean = boolean,
> {
  id: string;
  method: M;
  path: U;
  access: Access;
  summary: string;
  params: P;
  query: Q;
  body: B;
  /** The schema of `data`; with `bare`, its fields are beside `success` instead. */
  answer: D;
  bare: boolean;
  status: number;
  /** Maximum body size, where it differs from the default. */
  bodyLimit: number | undefined;
  /** The body may also be a raw file; its options are then in the query. */
  takesFile: boolean;
  /** The project is named by the x-project-id header; the use case receives it as `projectId`. */
  projectHeader: H;
  /**
   * Sent by a program every few seconds: it counts against the generous limit of requests, not against the calls of a key,
   * and is not in the log of calls.
   */
  isBeat: boolean;
  /** Changes nothing, or judges that itself: open to callers that may only read. */
  isReading: boolean;
  errors: readonly ErrorType[];
}

type Headers<H> = H extends true ? { projectId: Id } : unknown;

/** The input of a use case: parsed path, query and body in one object. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType, Method, `/${string}`, infer H>
    ? Fields<P> & Fields<Q> & Fields<B> & Headers<H>
    : never;
export type RequestOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType> ? SentFields<P> & SentFields<Q> & SentFields<B> : never;
export type AnswerOf<E> = E extends Endpoint<ObjectSchema, ObjectSchema, ObjectSchema, infer D> ? z.output<D> : never;

interface Definition<
  P extends ObjectSchema,
  Q extends ObjectSchema,
  B extends ObjectSchema,
  D extends z.ZodType,
  M extends Method,
  U extends `/${string}`,
  H extends boolean,
> {
  id: string;
  method: M;
  path: U;
  access: Access;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  answer: D;
  bare?: boolean;
  status?: number;
  bodyLimit?: number;
  takesFile?: boolean;
  projectHeader?: H;
  isBeat?: boolean;
  isReading?: boolean;
  errors?: readonly ErrorType[];
}

/** Method and path keep their literal types, so that a client's call is type-checked. */
export function endpoint<
  D extends z.ZodType,
  M extends Method,
  U extends `/${string}`,
  P extends ObjectSchema = undefined,
  Q extends ObjectSchema = undefined,
  B extends ObjectSchema = undefined,
  H extends boolean = false,
>(definition: Definition<P, Q, B, D, M, U, H>): Endpoint<P, Q, B, D, M, U, H> {
  return {
    ...definition,
    params: definition.params as P,
    query: definition.query as Q,
    body: definition.body as B,
    bare: definition.bare ?? false,
    status: definition.status ?? 200,
    bodyLimit: definition.bodyLimit,
    takesFile: definition.takesFile ?? false,
    projectHeader: (definition.projectHeader ?? false) as H,
    isBeat: definition.isBeat ?? false,
    isReading: definition.isReading ?? definition.method === 'GET',
    errors: definition.errors ?? [],
  };
}
