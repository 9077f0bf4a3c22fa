// The one sentence about the effect of something that was stopped, or failed, halfway.

export const IN_DOUBT = "It may or may not have taken effect; check before retrying.";
