import { z } from 'zod';

const bindingSchema = z.looseObject({
  role: z.string(),
  members: z.array(z.string()).default([]),
  condition: z.unknown().optional(),
});
/** An IAM policy; what is not named here stays as it is. */
export const policySchema = z.looseObject({ bindings: z.array(bindingSchema).default([]) });
export type Policy = z.infer<typeof policySchema>;

/** Bindings that always apply. */
export function withoutCondition<T extends { condition?: unknown }>(bindings: readonly T[]): T[] {
  return bindings.filter(({ condition }) => condition === undefined);
}

/** The policy in which the member has these roles too. */
export function grantRoles(policy: Policy, member: string, roles: readonly string[]): Policy {
  const isThere = (role: string) =>
    withoutCondition(policy.bindings).some((binding) => binding.role === role && binding.members.includes(member));
  const added = roles.filter((role) => !isThere(role)).map((role) => ({ role, members: [member] }));
  return { ...policy, version: 3, bindings: [...policy.bindings, ...added] };
}
