// The verifier stands here in a real bundle.
