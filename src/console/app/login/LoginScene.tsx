export const LoginScene = () => <svg className="scene" />
