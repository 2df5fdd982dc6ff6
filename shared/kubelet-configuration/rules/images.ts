import { formatGoDuration } from "../../basics/durations.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { kubeletFields, valuesOf } from "../../kubernetes/kubelet/kubelet-fields.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import type { KubeletHost } from "../model/model.ts";
import type { KubeletRule, Refusal } from "../model/rule.ts";
import type { KubeletValues } from "../model/values.ts";
import { imagePatternError } from "./image-patterns.ts";

// Models pkg/kubelet/apis/config/validation/validation.go ValidateKubeletConfiguration (v1.37.1), the rules about images
export const checkImages: KubeletRule = (values, host) => [
  ...checkThresholds(values),
  ...checkAges(values, host),
  ...checkPulls(values),
  ...checkCredentials(values, host),
];

function checkThresholds(values: KubeletValues): readonly Refusal[] {
  const low = values.number("imageGCLowThresholdPercent") ?? 80;
  const high = values.number("imageGCHighThresholdPercent") ?? 85;
  if (low < high) return [];
  const names = ["imageGCLowThresholdPercent", "imageGCHighThresholdPercent"];
  const reason = `imageGCLowThresholdPercent (--image-gc-low-threshold) ${low} must be less than imageGCHighThresholdPercent (--image-gc-high-threshold) ${high}`;
  return [{ path: [names.find((name) => values.has(name)) ?? "imageGCLowThresholdPercent"], reason }];
}

function checkAges(values: KubeletValues, host: KubeletHost): readonly Refusal[] {
  const minimumMs = values.durationMs("imageMinimumGCAge") ?? 0;
  const maximumMs = values.durationMs("imageMaximumGCAge") ?? 0;
  const refusals: Refusal[] = [];
  const refuse = (field: string, reason: string) => refusals.push({ path: [field], reason });
  if (maximumMs !== 0 && !isEnabled(host, "ImageMaximumGCAge")) {
    const option = atLeast(host.kubernetes, "1.30") ? "imageMaximumGCAge" : "ImageMaximumGCAge";
    refuse(
      "imageMaximumGCAge",
      `ImageMaximumGCAge feature gate is required for Kubelet configuration option ${option}`,
    );
  }
  if (minimumMs < 0 && atLeast(host.kubernetes, "1.36")) {
    refuse("imageMinimumGCAge", `imageMinimumGCAge ${formatGoDuration(minimumMs)} must not be negative`);
  }
  if (maximumMs < 0)
    refuse("imageMaximumGCAge", `imageMaximumGCAge ${formatGoDuration(maximumMs)} must not be negative`);
  if (maximumMs > 0 && maximumMs <= minimumMs) {
    const [maximum, minimum] = [formatGoDuration(maximumMs), formatGoDuration(minimumMs)];
    refuse("imageMaximumGCAge", `imageMaximumGCAge ${maximum} must be greater than imageMinimumGCAge ${minimum}`);
  }
  return refusals;
}

function checkPulls(values: KubeletValues): readonly Refusal[] {
  const pulls = values.number("maxParallelImagePulls") ?? 0;
  if (pulls <= 1 || values.flag("serializeImagePulls") !== true) return [];
  const reason =
    "maxParallelImagePulls cannot be larger than 1 unless SerializeImagePulls (--serialize-image-pulls) is set to false";
  return [{ path: ["maxParallelImagePulls"], reason }];
}

const policyField = "imagePullCredentialsVerificationPolicy";
const listField = "preloadedImagesVerificationAllowlist";
const gate = "KubeletEnsureSecretPulledImages";

function checkCredentials(values: KubeletValues, host: KubeletHost): readonly Refusal[] {
  const policy = values.text(policyField);
  const patterns = values.texts(listField);
  if (!isEnabled(host, gate)) {
    const written = [...(policy === "" ? [] : [policyField]), ...(patterns.length === 0 ? [] : [listField])];
    return written.map((field) => ({
      path: [field],
      reason: `\`${field}\` must not be set if ${gate} feature gate is not enabled`,
    }));
  }
  const field = kubeletFields(host.kubernetes).get(policyField);
  const known = field === undefined ? [] : valuesOf(field, host.kubernetes);
  const refusals: Refusal[] = [];
  if (!known.includes(policy)) {
    const options = `"NeverVerify", "NeverVerifyPreloadedImages", "NeverVerifyAllowlistedImages" or "AlwaysVerify"`;
    const reason = `option "${policy}" specified for ${policyField}. Valid options are ${options}`;
    refusals.push({ path: [policyField], reason });
  }
  if (policy === "NeverVerifyAllowlistedImages") return [...refusals, ...checkPatterns(patterns, host)];
  if (patterns.length > 0) {
    const reason = `can't set \`${listField}\` if \`imagePullCredentialsVertificationPolicy\` is not "NeverVerifyAllowlistedImages"`;
    refusals.push({ path: [listField], reason });
  }
  return refusals;
}

function checkPatterns(patterns: readonly string[], host: KubeletHost): readonly Refusal[] {
  return patterns.flatMap((pattern, index) => {
    const error = imagePatternError(pattern, !atLeast(host.kubernetes, "1.36"));
    const reason = `invalid image pattern in \`${listField}\`: ${error}`;
    return error === undefined ? [] : [{ path: [listField, index], reason }];
  });
}
