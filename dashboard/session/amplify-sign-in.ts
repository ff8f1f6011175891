// The part of Amplify that most pages of a session do not need. Only load-amplify.ts imports it.
export {
  confirmResetPassword,
  confirmSignIn,
  fetchMFAPreference,
  resetPassword,
  setUpTOTP,
  signIn,
  updateMFAPreference,
  verifyTOTPSetup,
} from '@aws-amplify/auth';
